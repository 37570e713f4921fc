"""Views on their way to sockets: gaps, deltas, slow readers."""

from collections.abc import AsyncIterator

import orjson
import pytest

from libs.events import subjects
from libs.events.memory import MemoryEvents
from libs.events.wire import pack
from libs.runtime.delta import apply
from libs.runtime.metrics import REGISTRY
from services.rooms.reading import Reading
from tests.services.rooms.houses import house
from tests.services.rooms.scripted_engine import scripted_engine
from tests.services.rooms.test_intake import Table


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    async with house(engines=0) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = (await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True))["code"]
        socket = await ali.socket(code)
        if socket.all[0]["view"] is None:
            await socket.next("view")
        (room,) = home.edge.directory
        yield Table(home, engine, room.id, socket)


async def test_views_come_one_after_another_with_what_was_told(table: Table) -> None:
    for number in (2, 3):
        await table.engine.show(table.room, 0)
        view = await table.socket.next("view")
        assert (view["number"], view["former"]) == (number, number - 1)
        assert view["told"] == [{"type": "Counted", "to": number}]


async def test_another_seats_views_are_not_for_this_socket(table: Table) -> None:
    await table.engine.show(table.room, 1)
    await table.engine.show(table.room, None)
    await table.engine.show(table.room, 0)
    assert (await table.socket.next("view"))["number"] == 2


async def test_a_lost_view_is_made_good_with_what_was_told_in_between(table: Table) -> None:
    table.engine.missed = [
        {"number": 2, "at": 1, "told": [{"type": "Counted", "to": 2}], "command": None},
        {"number": 3, "at": 1, "told": [{"type": "Counted", "to": 3}], "command": None},
    ]
    await table.engine.show(table.room, 0, lose=True)
    await table.engine.show(table.room, 0)
    told = await table.socket.next("told")
    assert [entry["number"] for entry in told["entries"]] == [2, 3]
    assert (await table.socket.next("view"))["number"] == 3
    assert table.engine.asks[-1] == {"ask": "missed", "reader": 0, "since": 1}


async def test_where_too_much_was_missed_the_whole_view_comes(table: Table) -> None:
    await table.engine.show(table.room, 0, lose=True)
    await table.engine.show(table.room, 0)
    view = await table.socket.next("view")
    assert (view["number"], view["former"], view["told"]) == (3, 3, [])


async def test_a_view_that_an_answer_speaks_of_is_asked_for_when_it_does_not_come(table: Table) -> None:
    table.engine.numbers[table.room, 0] = 0
    table.engine.replies = ["accepted"]
    table.engine.numbers[table.room, 0] = 5
    reading = table.home.edge.hubs.get(table.room)
    assert reading is not None
    reading.expect_view(0, 5)
    assert (await table.socket.next("view"))["number"] == 5


@pytest.mark.parametrize(
    "data",
    [b"", b"\xc1", pack([]), pack({"number": 9}), pack({"number": "9", "former": 1}), pack({"wait": 1})],
)
async def test_what_is_no_view_is_dropped_and_counted(table: Table, data: bytes) -> None:
    before = malformed()
    await MemoryEvents(table.home.server).bus.publish(subjects.view(table.room, 0), data)
    await table.engine.show(table.room, 0)
    assert (await table.socket.next("view"))["number"] == 2
    assert malformed() == before + 1


def malformed() -> float:
    return REGISTRY.get_sample_value("divan_rooms_malformed_total", {"what": "view"}) or 0.0


async def test_an_older_view_is_ignored(table: Table) -> None:
    await table.engine.show(table.room, 0)
    await table.socket.next("view")
    table.engine.numbers[table.room, 0] = 0
    await table.engine.show(table.room, 0)
    table.engine.numbers[table.room, 0] = 2
    await table.engine.show(table.room, 0)
    assert (await table.socket.next("view"))["number"] == 3


async def test_after_an_outage_every_reader_is_shown_a_fresh_view(table: Table) -> None:
    table.engine.numbers[table.room, 0] = 7
    hub = table.home.edge.hubs.get(table.room)
    assert hub is not None
    hub.refresh(0)
    assert (await table.socket.next("view"))["number"] == 7


class Watcher:
    """A socket that keeps what it is sent; `is_behind` as the test says."""

    def __init__(self) -> None:
        self.shown: int | None = None
        self.is_behind = False
        self.frames: list[dict[str, object]] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(orjson.loads(frame[frame.index(b"{") :]))

    def show(self, number: int, frame: bytes) -> None:
        self.shown = number
        self.send(frame)


def large(number: int, former: int) -> dict[str, object]:
    return {
        "number": number,
        "former": former,
        "at": number,
        "head": bytes(32),
        "view": {"count": number, "filling": ["x" * 20] * 100},
        "told": [],
        "options": [],
        "wait": None,
        "result": None,
        "players": None,
    }


def change(number: int, former: int, at: str = "count") -> dict[str, object]:
    whole = large(number, former)
    return {name: whole[name] for name in ("number", "former", "at", "head", "told")} | {
        "changes": [[["view", at], number]]
    }


@pytest.fixture
def reading() -> Reading:
    reading = Reading(0)
    reading.number = 0
    return reading


def test_a_change_is_passed_on_and_leads_to_the_same_document(reading: Reading) -> None:
    watcher = Watcher()
    reading.sockets.append(watcher)
    reading.advance(large(1, 0))
    reading.advance(change(2, 1))
    whole, delta = watcher.frames
    assert (whole["type"], delta["type"]) == ("view", "delta")
    document = {k: v for k, v in whole.items() if k not in ("type", "former", "told")}
    assert (delta["former"], delta["number"]) == (1, 2)
    assert reading.document is not None
    apply(document, delta["changes"])  # type: ignore[arg-type]
    assert document == orjson.loads(reading.document)
    assert document["view"]["count"] == 2  # type: ignore[index]


def test_a_socket_that_has_not_the_former_document_gets_the_whole(reading: Reading) -> None:
    early, late = Watcher(), Watcher()
    reading.sockets.append(early)
    reading.advance(large(1, 0))
    reading.sockets.append(late)
    reading.advance(change(2, 1))
    assert [frame["type"] for frame in early.frames] == ["view", "delta"]
    assert [frame["type"] for frame in late.frames] == ["view"]


def test_who_reads_too_slowly_is_left_out_and_then_gets_the_last_view_whole(reading: Reading) -> None:
    slow = Watcher()
    reading.sockets.append(slow)
    reading.advance(large(1, 0))
    slow.is_behind = True
    for number in range(2, 100):
        reading.advance(change(number, number - 1))
    assert len(slow.frames) == 1
    slow.is_behind = False
    reading.show(slow)
    assert (slow.frames[-1]["type"], slow.frames[-1]["number"]) == ("view", 99)
    assert slow.frames[-1]["view"] == large(99, 98)["view"]


def test_a_change_follows_only_where_the_former_view_is_here(reading: Reading) -> None:
    assert not reading.follows(change(1, 0))
    reading.advance(large(1, 0))
    assert reading.follows(change(2, 1))
    assert not reading.follows(change(3, 2))


def test_a_change_that_does_not_fit_makes_the_reader_ask_anew(reading: Reading) -> None:
    reading.advance(large(1, 0))
    reading.advance(change(2, 1) | {"changes": [[["view", "nowhere", "at", "all"], 1]]})
    assert reading.document is None
    assert reading.is_newer(large(2, 1))
    assert not reading.follows(large(3, 2))
