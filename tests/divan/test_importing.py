"""Games from files are watched in another installation as they were in theirs, and nothing touches them."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from divan.game_source import FiledGame
from divan.importing.importer import Importer, NotImported
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.streams import Installation
from libs.events.views import AskPosition, AskPositions, AskRecord
from libs.games.catalog import GAMES
from libs.runtime.archive import StreamArchive
from libs.runtime.game_file import read_log
from libs.runtime.game_logs import game_logs
from services.engine.config import Config
from services.rooms.closed_rooms import read_room
from tests.runtime.golden_logs import read
from tests.services.engine.playing import Playing, playing
from tests.services.rooms.houses import House, house
from tests.support.fuse import Fuse, FusedEvents, Killed

ELSEWHERE = Config(nats_url="", master_key="77" * 32, master_key_name="another")


def importer(events: Any) -> Importer:
    return Importer(
        events=events, archive=StreamArchive(events.archive), games=GAMES, now=lambda: 1_800_000_000_000
    )


@pytest.fixture
def nowhere() -> MemoryEvents:
    return MemoryEvents(MemoryServer())


async def filed(log: Sequence[bytes], room: str) -> FiledGame:
    """A log as a file gives it, its header as it should be."""
    source = FiledGame(room=room, header=None, messages=log)  # type: ignore[arg-type]
    game = await read_log(room, source.log(), GAMES)
    assert game is not None
    return FiledGame(room=room, header=game.header, messages=game.log)


async def golden(name: str = "tictactoe", entries: int | None = None) -> FiledGame:
    return await filed(tuple(read(name))[:entries], name)


async def everything(play: Playing, room: str, readers: Sequence[int | None]) -> list[Any]:
    """Every view that every reader ever had, and the log."""
    seen: list[Any] = [(await play.ask(room, AskRecord())).answer]
    for reader in readers:
        start: int | None = 1
        while start is not None:
            answer = (await play.ask(room, AskPositions(reader=reader, start=start, limit=100))).answer
            assert answer is not None
            seen.append(answer)
            start = answer["next"]
    return seen


@pytest.mark.parametrize("name", ["tictactoe", "fetih-2-seats"])
async def test_every_view_of_every_reader_is_what_it_was_where_it_was_played(name: str) -> None:
    game = await golden(name)
    readers = (0, 1, None)
    async with playing(games=GAMES) as here:
        for number, data in enumerate(game.messages):
            await here.events.games.append(name, data, id=f"{number}")
        views = await everything(here, name, readers)
    other = Installation(partitions=5, shards=2)
    async with playing(games=GAMES, config=ELSEWHERE, installation=other) as there:
        await importer(there.events).bring(game)
        assert await everything(there, name, readers) == views
        log = [stored.data async for stored in game_logs(there.events).read(name)]
        assert log == list(game.messages)


async def test_an_imported_game_takes_one_message_of_the_log(nowhere: MemoryEvents) -> None:
    game = await golden()
    await importer(nowhere).bring(game)
    assert [stored.data async for stored in nowhere.games.read(game.room)] == [game.messages[-1]]
    assert await nowhere.tables.get(game.room) is None


async def test_brought_again_it_is_said_to_be_here_with_its_code(nowhere: MemoryEvents) -> None:
    game = await golden()
    first = await importer(nowhere).bring(game)
    again = await importer(nowhere).bring(game)
    assert (again.code, again.before) == (first.code, True)
    assert first.before is False


async def test_another_log_of_a_room_that_was_brought_here_is_refused(nowhere: MemoryEvents) -> None:
    await importer(nowhere).bring(await golden(entries=4))
    with pytest.raises(NotImported, match="here already"):
        await importer(nowhere).bring(await golden())


async def test_a_room_that_lives_here_is_not_brought_here(nowhere: MemoryEvents) -> None:
    game = await golden()
    await nowhere.games.append(game.room, game.messages[0], id="begun", expected=0)
    with pytest.raises(NotImported, match="here already"):
        await importer(nowhere).bring(game)
    assert await nowhere.archive.counts() == {}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(6))
async def test_killed_at_any_step_to_begin_again_ends_it(nowhere: MemoryEvents, at: int, after: bool) -> None:
    game = await golden()
    with pytest.raises(Killed):
        await importer(FusedEvents(nowhere, Fuse(at, after))).bring(game)
    code = (await importer(nowhere).bring(game)).code
    room = await read_room(nowhere.rooms, game.room)
    assert room is not None
    assert (room.code, room.closed) == (code, "imported")
    assert [stored.data async for stored in game_logs(nowhere).read(game.room)] == list(game.messages)


async def test_there_are_as_many_steps_as_are_killed_at(nowhere: MemoryEvents) -> None:
    fuse = Fuse()
    await importer(FusedEvents(nowhere, fuse)).bring(await golden())
    assert fuse.calls == 6


@pytest.mark.parametrize(
    ("log", "why"),
    [
        pytest.param(lambda log: [*log[:2], *log[3:]], "entry 3: ", id="an entry is missing"),
        pytest.param(lambda log: log[:1], "nothing to watch", id="one entry"),
        pytest.param(lambda log: [b"no entry", *log[1:]], "does not hold", id="no entry"),
    ],
)
async def test_what_does_not_hold_is_not_imported(nowhere: MemoryEvents, log: Any, why: str) -> None:
    game = await golden()
    broken = FiledGame(room=game.room, header=game.header, messages=log(list(game.messages)))
    if len(broken.messages) == 1:
        broken = await filed(broken.messages, game.room)
    with pytest.raises(NotImported, match=why):
        await importer(nowhere).bring(broken)
    assert await nowhere.archive.counts() == {}
    assert await nowhere.rooms.counts() == {}


async def test_a_header_that_does_not_fit_its_log_is_refused(nowhere: MemoryEvents) -> None:
    game = await golden()
    other = replace(game, header=replace(game.header, head="0" * 64))
    with pytest.raises(NotImported, match="does not hold"):
        await importer(nowhere).bring(other)


async def test_an_unfinished_game_is_looked_at_and_nothing_touches_it() -> None:
    async with playing(games=GAMES, config=ELSEWHERE) as there:
        game = await golden(entries=4)
        await importer(there.events).bring(game)
        assert (await there.ask(game.room, AskPosition(reader=1, number=2))).answer is not None
        await there.server.advance(3_600_000)
        there.server.fire(game.room)
        await there.server.advance(3_600_000)
        assert len(await there.log(game.room)) == 1
        assert there.server.pins.timers == {}
        assert await there.events.tables.get(game.room) is None
        for seat in (0, 1):
            answer = await there.place(seat, 8, room=game.room)
            assert answer.code == "looked_at"


@pytest.mark.parametrize("entries", [None, 4], ids=["over", "unfinished"])
async def test_the_public_is_told_of_no_imported_game(entries: int | None) -> None:
    async with playing(games=GAMES, config=replace(ELSEWHERE, publish=True)) as there:
        await importer(there.events).bring(await golden(entries=entries))
        await there.start("r1")
        await there.command("r1", "host", None, {"type": "close"})
        for _ in range(200):
            await asyncio.sleep(0.01)
            if "r1" in await there.events.public.counts():
                break
        assert list(await there.events.public.counts()) == ["r1"]


@pytest.fixture
async def home() -> Any:
    async with house() as one:
        yield one


async def test_its_replay_opens_at_the_printed_code(home: House) -> None:
    events = MemoryEvents(home.server)
    game = await golden()
    code = (await importer(events).bring(game)).code
    await home.server.settle()
    stranger = home.stranger()
    room = await stranger.get(f"/api/rooms/{code}/replay")
    assert (room["status"], room["reason"], room["game"]) == ("over", "imported", "tictactoe")
    assert [(seat["player"], seat["bot"], seat["name"]) for seat in room["seats"]] == [
        ("bot", "perfect", None),
        ("bot", "easy", None),
    ]
    assert (await stranger.get(f"/api/rooms/{code}/positions?seat=1"))["first"]["number"] == 1
    told = (await stranger.get(f"/api/rooms/{code}/log?seat=0"))["told"]
    assert told[-1]["told"][-1]["type"] == "SecretRevealed"
    assert await stranger.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")
    assert len(home.edge.directory) == 0


async def test_the_replay_of_an_unfinished_game_opens_too(home: House) -> None:
    code = (await importer(MemoryEvents(home.server)).bring(await golden(entries=4))).code
    await home.server.settle()
    stranger = home.stranger()
    room = await stranger.get(f"/api/rooms/{code}/replay")
    assert (room["status"], room["result"]) == ("over", None)
    assert (await stranger.get(f"/api/rooms/{code}/positions?seat=0"))["next"] is None


async def test_an_unfinished_game_is_forked_into_a_room_of_ones_own(home: House) -> None:
    game = await golden(entries=4)
    code = (await importer(MemoryEvents(home.server)).bring(game)).code
    await home.server.settle()
    ali = await home.guest()
    fork = await ali.post("/api/rooms", **{"from": {"room": code, "at": 3}, "bots": ["perfect"]})
    socket = await ali.socket(fork["code"])
    await ali.post(f"/api/rooms/{fork['code']}/start")
    await socket.room(status="running")
    assert sum(mark is not None for mark in socket.view["cells"]) == 2
