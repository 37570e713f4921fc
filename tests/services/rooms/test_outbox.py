"""The way out to a socket that reads, and to one that does not."""

import asyncio

import pytest

from services.rooms import outbox
from services.rooms.frames import close_frame, text_frame
from services.rooms.outbox import HIGH, MOST_WAITING, SLOWEST, TOO_SLOW, Outbox


class Wire(asyncio.Transport):
    """A transport whose client takes nothing until `drain`."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.unread = 0
        self.aborted = False

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.written.append(data)
        self.unread += len(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


class Loop:
    """A loop whose time the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.calls: list[tuple[float, asyncio.TimerHandle]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: object, *args: object) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.now + delay, callback, args, self)  # type: ignore[arg-type]
        self.calls.append((self.now + delay, handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """What a handle tells its loop."""

    def get_debug(self) -> bool:
        return False

    def advance(self, seconds: float) -> None:
        until = self.now + seconds
        while due := [call for call in self.calls if call[0] <= until]:
            call = min(due, key=lambda call: call[0])
            self.calls.remove(call)
            self.now = call[0]
            if not call[1].cancelled():
                call[1]._run()
        self.now = until


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def caught_up() -> list[bool]:
    return []


@pytest.fixture
def out(wire: Wire, loop: Loop, caught_up: list[bool]) -> Outbox:
    return Outbox(wire, loop, lambda: caught_up.append(True))  # type: ignore[arg-type]


def test_what_is_sent_is_written_at_once_while_the_client_reads(out: Outbox, wire: Wire) -> None:
    out.send(b"one")
    out.send(b"two")
    assert wire.written == [b"one", b"two"]
    assert not out.is_behind


def test_a_client_that_does_not_read_makes_messages_wait(out: Outbox, wire: Wire, loop: Loop) -> None:
    out.send(b"x" * (HIGH + 1))
    assert out.is_behind
    out.send(b"later")
    loop.advance(1)
    assert len(wire.written) == 1


def test_when_it_reads_on_they_come_in_order_and_the_last_view_is_shown(
    out: Outbox, wire: Wire, loop: Loop, caught_up: list[bool]
) -> None:
    out.send(b"x" * (HIGH + 1))
    out.send(b"one")
    out.send(b"two")
    wire.unread = 0
    loop.advance(outbox.LOOK_EVERY)
    assert wire.written[1:] == [b"one", b"two"]
    assert caught_up == [True]
    assert not out.is_behind


def test_what_piles_up_drops_the_client(out: Outbox, wire: Wire, loop: Loop) -> None:
    out.send(b"x" * (HIGH + 1))
    for _ in range(3):
        out.send(b"y" * (MOST_WAITING // 2))
    assert out.is_closed
    assert wire.written[-1] == close_frame(TOO_SLOW)
    loop.advance(outbox.LINGER)
    assert wire.aborted


def test_a_client_that_never_reads_is_dropped_after_a_while(out: Outbox, wire: Wire, loop: Loop) -> None:
    out.send(b"x" * (HIGH + 1))
    loop.advance(SLOWEST - 1)
    assert not out.is_closed
    loop.advance(2)
    assert out.is_closed


def test_after_the_end_nothing_is_written(out: Outbox, wire: Wire) -> None:
    out.close(4404)
    out.send(b"one")
    out.close(4404)
    assert wire.written == [close_frame(4404)]


@pytest.mark.parametrize(
    ("length", "head"),
    [(125, b"\x81\x7d"), (126, b"\x81\x7e\x00\x7e"), (65536, b"\x81\x7f" + (65536).to_bytes(8, "big"))],
)
def test_a_frame_says_its_length_in_as_few_bytes_as_can_be(length: int, head: bytes) -> None:
    assert text_frame(b"x" * length) == head + b"x" * length


def test_to_a_connection_that_is_gone_nothing_is_written(out: Outbox, wire: Wire) -> None:
    wire.abort()
    out.send(b"one")
    assert wire.written == []
    assert not out.is_behind
