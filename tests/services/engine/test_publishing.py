"""The public stream: what it holds of a game that runs and of one that is over, and that nothing is twice."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from libs.events.commands import Fork
from libs.events.entry import GENESIS, Sealed, unseal
from libs.events.lobby import IMPORTED, Closed, FrozenSeat, LobbyEntry, Started
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Unavailable
from libs.events.public import (
    AnyPublic,
    PublicBegun,
    PublicEntry,
    PublicGame,
    PublicTold,
    place,
    unpack_public,
)
from libs.events.views import AskLog
from libs.events.wire import pack, plain, unpack, validate
from libs.runtime.archive import StreamArchive
from libs.runtime.game_file import GameFile, Header, header_of, packed
from libs.runtime.game_logs import game_logs
from libs.runtime.platform_events import PositionLoaded
from libs.runtime.state import AnyGame
from services.engine import snapshots
from services.engine.config import keyring
from services.engine.house import House
from services.engine.publication import KEPT
from services.engine.publishing import Publisher
from tests.proof.games import fork_source
from tests.proof.recording import Recorder
from tests.services.engine.playing import ALL, CONFIG, Playing, playing
from tests.services.engine.test_forks import fork

PUBLISHING = replace(CONFIG, publish=True)
LINE = (0, 3, 1, 4, 2)
"""Cells with which whoever begins wins."""


async def stream(play: Playing, room: str = "r1") -> list[AnyPublic]:
    return [unpack_public(stored.data) async for stored in play.events.public.read(room)]


async def is_told(play: Playing, *rooms: str, patience: float = 10) -> None:
    """Until the public stream has what each room's last entry told and, if it is over, the whole."""
    async with asyncio.timeout(patience):
        for room in rooms or ("r1",):
            while not await _is_told(play, room):  # noqa: ASYNC110  -- a reader of the stream gets no event
                await asyncio.sleep(0.01)


async def _is_told(play: Playing, room: str) -> bool:
    messages = await stream(play, room)
    table = (await play.pages(room))[-1].table
    if table.state.over:
        return bool(messages) and place(messages[-1]) == (4, table.seq)
    return bool(messages) and place(messages[-1]) == (2, table.numbers[None])


async def win(play: Playing, room: str = "r1") -> None:
    """Begin a game of two persons, and let whoever begins win."""
    await play.start(room)
    first = (await play.pages(room))[-1].table.state.position.first
    for turn, cell in enumerate(LINE):
        assert (await play.place((first + turn) % 2, cell, room=room)).outcome == "accepted"


def places(messages: list[AnyPublic]) -> list[tuple[int, int]]:
    return [place(message) for message in messages]


WHOLE = [(1, 0), *((2, n) for n in range(1, 7)), (3, 0), *((4, n) for n in range(1, 7))]
"""The places of a game that `win` played."""


def publisher(server: MemoryServer, games: Mapping[str, AnyGame] = ALL) -> Publisher:
    """One more follower of the log, as a process that was stopped and goes on has it."""
    events = MemoryEvents(server)
    house = House(
        events=events,
        logs=game_logs(events),
        games=games,
        keyring=keyring(CONFIG),
        now=server.now,
        spawn=lambda work: work.close(),
        build=snapshots.build_id(),
        holds=lambda room: True,
    )
    return Publisher(house)


@asynccontextmanager
async def following(server: MemoryServer, *publishers: Publisher) -> AsyncIterator[None]:
    """Each of them follows every shard."""
    tasks = [
        asyncio.create_task(each.follow(shard))
        for each in publishers or (publisher(server),)
        for shard in range(server.installation.shards)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def public() -> AsyncIterator[Playing]:
    """An engine that tells the public."""
    async with playing(config=PUBLISHING) as one:
        yield one


# What it holds


async def test_while_a_game_runs_it_holds_what_a_spectator_is_told(public: Playing) -> None:
    await public.start(game="fetih", seats=("person", "standard", "person"))
    await public.command("r1", "host", 0, {"type": "leave"})
    await is_told(public)
    begun, *told = await stream(public)
    assert isinstance(begun, PublicBegun)
    assert begun.players == ("person", "bot", "person")
    log = await public.ask("r1", AskLog(reader=None))
    assert log.answer is not None
    lines = [{key: line[key] for key in ("number", "at", "told")} for line in log.answer["told"]]
    assert [{key: plain(message)[key] for key in ("number", "at", "told")} for message in told] == lines


async def test_after_its_end_it_holds_the_whole_with_the_seats_of_the_lobby(play: Playing) -> None:
    started = Started(
        at=1,
        start="start",
        seats=(FrozenSeat(person="p-ayse"), FrozenSeat(bot="easy")),
        key="k1",
        commitment="",
    )
    await play.events.rooms.append("r1", pack(LobbyEntry(room="r1", events=(started,))), id="1")
    await play.start(seats=("person", "easy"))
    await play.command("r1", "host", None, {"type": "close", "reason": "owner"})
    async with following(play.server):
        await is_told(play)
    game = next(message for message in await stream(play) if isinstance(message, PublicGame))
    assert [(seat.player, seat.person, seat.bot) for seat in game.seats] == [
        ("person", "p-ayse", None),
        ("bot", None, "easy"),
    ]
    assert validate(Header, game.header) == header_of((await play.pages())[-1].table)


async def test_a_room_that_no_lobby_knows_has_seats_without_persons(public: Playing) -> None:
    await win(public)
    await is_told(public)
    game = (await stream(public))[7]
    assert isinstance(game, PublicGame)
    assert [(seat.player, seat.person) for seat in game.seats] == [("person", None)] * 2


async def test_the_entries_are_those_of_the_log_byte_by_byte(public: Playing) -> None:
    await win(public)
    await is_told(public)
    messages = await stream(public)
    assert places(messages) == WHOLE
    entries = [message for message in messages if isinstance(message, PublicEntry)]
    sealed = [unpack(Sealed, stored.data) for stored in await public.log()]
    assert [(entry.entry, entry.hash) for entry in entries] == [(each.entry, each.hash) for each in sealed]
    former = GENESIS
    for entry in entries:
        _, former = unseal(pack(Sealed(entry=entry.entry, hash=entry.hash)), former)
    assert isinstance(messages[7], PublicGame)
    assert messages[7].header["head"] == former.hex()


# Once each


async def test_a_game_played_before_anybody_followed_is_told_from_its_begin(play: Playing) -> None:
    await win(play)
    async with following(play.server):
        await is_told(play)
    assert places(await stream(play)) == WHOLE


async def test_what_happened_longer_ago_than_the_stream_keeps_is_told_whole_only(play: Playing) -> None:
    await win(play)
    await play.start("r2", options={"turn_seconds": 0})
    await play.server.advance(KEPT + 1)
    await play.place((await play.pages("r2"))[-1].table.state.position.first, 0, room="r2")
    async with following(play.server):
        await is_told(play, "r1", "r2")
    assert places(await stream(play)) == WHOLE[7:]
    assert places(await stream(play, "r2")) == [(2, 2)]


async def test_who_follows_after_another_goes_on_where_that_one_was(play: Playing) -> None:
    await play.start()
    async with following(play.server):
        await is_told(play)
    first = (await play.pages())[-1].table.state.position.first
    for turn, cell in enumerate(LINE):
        await play.place((first + turn) % 2, cell)
        async with following(play.server):
            await is_told(play)
    assert places(await stream(play)) == WHOLE


async def test_two_who_follow_at_once_tell_everything_once(play: Playing) -> None:
    rooms = [f"r{number}" for number in range(12)]
    async with following(play.server, *(publisher(play.server) for _ in range(3))):
        await asyncio.gather(*(win(play, room) for room in rooms))
        await is_told(play, *rooms)
    assert [places(await stream(play, room)) for room in rooms] == [WHOLE] * 12


@pytest.mark.parametrize("stored", [True, False], ids=["acknowledgement lost", "not stored"])
async def test_whatever_write_fails_everything_is_told_once(play: Playing, stored: bool) -> None:
    rooms = [f"r{number}" for number in range(len(WHOLE))]
    for room in rooms:
        await win(play, room)
    for number, room in enumerate(rooms):
        async with following(play.server):
            await _until(play, room, number)
            play.server.fail_next_append(Unavailable("cut"), stored=stored, key=room)
            await asyncio.sleep(0.02)
        # Whoever comes next finds half of it.
        async with following(play.server):
            await play.server.advance(11_000)
            await is_told(play, room)
        assert places(await stream(play, room)) == WHOLE


async def _until(play: Playing, room: str, count: int) -> None:
    async with asyncio.timeout(10):
        while len(await stream(play, room)) < count:  # noqa: ASYNC110  -- as above
            await asyncio.sleep(0)


async def test_entries_that_come_again_out_of_order_leave_no_gap(play: Playing) -> None:
    await win(play)
    log = await play.log()
    each = publisher(play.server)
    for number in (3, 1, 5, 0, 2, 4):
        await each.tell("r1", log[number].data)
    assert places(await stream(play)) == WHOLE


async def test_a_long_game_is_gone_on_with_from_its_snapshot(play: Playing) -> None:
    """Told by one who folds the log from its start, and by others who come each with nothing in memory."""
    rooms = ("r1", "r2")
    for room in rooms:
        await play.start(room, game="fetih", seats=("person", "person"))
    async with following(play.server):
        for presence in ("leave", "return") * 80:
            for room in rooms:
                assert (await play.command(room, "host", 0, {"type": presence})).outcome == "accepted"
        await is_told(play, *rooms)
        assert await play.events.snapshots.get("r1") is not None
    for presence in ("leave", "return", "leave"):
        await play.command("r1", "host", 0, {"type": presence})
        async with following(play.server):
            await is_told(play)
    assert places(await stream(play)) == [(1, 0), *((2, n) for n in range(1, 165))]


async def test_a_fork_of_a_running_game_is_told_whole_once_that_game_is_over_too(play: Playing) -> None:
    """Its first entry holds the position of the other, secrets and all; so does that of its own fork."""
    await play.start(game="sealed", seats=("person",) * 3)
    await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    for source, into in (("r1", "r2"), ("r2", "r3")):
        started = await fork(play, into, 1, room=source, game="sealed", seats=("person",) * 3)
        assert started.outcome == "accepted"
        await play.command(into, "host", None, {"type": "close"})
    async with following(play.server):
        await _until(play, "r3", 3)
        await _until(play, "r2", 3)
        assert [places(await stream(play, room)) for room in ("r2", "r3")] == [[(1, 0), (2, 1), (2, 2)]] * 2
        await play.command("r1", "host", None, {"type": "close"})
        await play.server.advance(61_000)
        await is_told(play, "r1", "r2", "r3")


async def imported(play: Playing, room: str) -> None:
    """What tells that the game of a room was brought here from a file."""
    entry = LobbyEntry(room=room, events=(Closed(at=0, reason=IMPORTED),))
    await play.events.rooms.append(room, pack(entry), id="imported")


async def test_a_fork_of_an_unfinished_game_that_was_brought_here_is_told_whole(play: Playing) -> None:
    await play.start(game="sealed", seats=("person",) * 3)
    await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    await imported(play, "r1")
    await fork(play, "r2", 1, room="r1", game="sealed", seats=("person",) * 3)
    await play.command("r2", "host", None, {"type": "close"})
    async with following(play.server):
        await is_told(play, "r2")


async def test_a_game_from_a_file_that_calls_itself_its_source_holds_up_nobody(play: Playing) -> None:
    recorder = Recorder("r1", "tictactoe")
    own = Fork(room="r1", seq=1, head="0" * 64)
    position = recorder.table.game.dump(fork_source().table.state.position)
    seats = [{"player": "person"}] * 2
    start = {"type": "start", "game": "tictactoe", "options": {}, "seats": seats, "fork": plain(own)}
    recorder.give("host", None, start, read=PositionLoaded(position=position, fork=own))
    recorder.give("host", None, {"type": "close"})
    for number, data in enumerate(recorder.log):
        await play.events.games.append("r1", data, id=str(number))
    await imported(play, "r1")
    await fork(play, "r2", 1, room="r1")
    await play.command("r2", "host", None, {"type": "close"})
    async with following(play.server):
        await is_told(play, "r2")


# What does not hold


async def test_a_room_whose_log_does_not_hold_is_passed_over(play: Playing) -> None:
    broken = next(f"b{n}" for n in range(100) if play.partition(f"b{n}") == play.partition("r1"))
    await play.events.games.append(broken, b"nothing", id="1")
    await play.events.games.append(broken, pack(Sealed(entry=b"\x00", hash=bytes(32))), id="2")
    async with following(play.server):
        await win(play)
        await is_told(play)
    assert places(await stream(play)) == WHOLE
    assert await stream(play, broken) == []


@pytest.mark.parametrize("archived", [True, False])
async def test_a_game_taken_out_of_the_log_before_it_was_told_is_told_from_the_archive(
    play: Playing, archived: bool
) -> None:
    await win(play)
    beside = next(f"r{n}" for n in range(2, 100) if play.partition(f"r{n}") == play.partition("r1"))
    entries = [stored.data for stored in await play.log()]
    header = header_of((await play.pages())[-1].table)
    if archived:
        await StreamArchive(play.events.archive).write("r1", packed(GameFile(header, tuple(entries))))
    await play.events.games.purge("r1")
    await play.events.games.append("r1", entries[-1], id="anchor", expected=0)
    async with following(play.server):
        await win(play, beside)
        await is_told(play, beside)
    assert places(await stream(play)) == (WHOLE if archived else [])


async def test_an_entry_of_a_newer_build_is_left_to_another_engine_for_a_while(play: Playing) -> None:
    await play.start(game="sealed", id="start")
    old = {name: game for name, game in ALL.items() if name != "sealed"}
    async with following(play.server, publisher(play.server, old)):
        await asyncio.sleep(0.05)
    assert await stream(play) == []
    async with following(play.server):
        await play.server.advance(6_000)
        await is_told(play)
    assert len(await stream(play)) == 2


async def test_an_engine_that_is_told_not_to_publishes_nothing(play: Playing) -> None:
    await win(play)
    await asyncio.sleep(0.3)
    assert await stream(play) == []


def told_of(messages: list[AnyPublic]) -> list[dict[str, Any]]:
    return [event for message in messages if isinstance(message, PublicTold) for event in message.told]


async def test_the_secret_is_told_with_the_last_entry_and_not_before(public: Playing) -> None:
    await win(public)
    await is_told(public)
    told = told_of(await stream(public))
    assert [event["type"] for event in told if event["type"] == "SecretRevealed"] == ["SecretRevealed"]
    assert told[-1]["type"] == "SecretRevealed"
