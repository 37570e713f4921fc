"""Rooms whose log was taken into the archive: looked at as before, and never played on."""

import pytest

from libs.events.commands import Origin
from libs.events.views import AskLog, AskPosition, AskPositions, AskRecord, AskView, LogPage, RecordPage
from libs.events.wire import validate
from libs.games.catalog import GAMES
from libs.runtime.archive import StreamArchive
from libs.runtime.game_file import packed, read_log
from tests.services.engine.playing import Playing, playing

ASKS = (
    AskView(reader=None),
    AskLog(reader=0),
    AskPosition(reader=1, number=2),
    AskPositions(reader=0, limit=2),
)


async def archive(play: Playing) -> None:
    """The log goes into the archive, but for its last entry; no engine remembers the room."""
    game = await read_log("r1", play.events.games.read("r1"), GAMES)
    assert game is not None
    await StreamArchive(play.events.archive).write("r1", packed(game))
    last = await play.events.games.last("r1")
    assert last is not None
    play.engines[0].put_away_idle(idle=-1, at_hand=0)
    await play.server.settle()
    await play.events.games.purge("r1", before=last.fence)
    await play.events.snapshots.remove("r1")
    play.views.clear()


async def some_moves(play: Playing) -> int:
    """Whose turn it is after some."""
    await play.start()
    turn: int = (await play.pages())[-1].table.state.position.turn
    for move, cell in enumerate((0, 3, 1)):
        await play.place((turn + move) % 2, cell)
    return (turn + 1) % 2


async def test_an_archived_game_is_seen_as_before(play: Playing) -> None:
    await play.command("r1", "player", await some_moves(play), {"type": "resign"})
    record = (await play.ask("r1", AskRecord())).answer
    answers = [(await play.ask("r1", ask)).answer for ask in ASKS]
    await archive(play)
    assert [(await play.ask("r1", ask)).answer for ask in ASKS] == answers
    assert (await play.ask("r1", AskRecord())).answer == record


async def test_an_archived_game_leaves_no_traces_when_it_is_looked_at(play: Playing) -> None:
    await play.command("r1", "player", await some_moves(play), {"type": "resign"})
    await archive(play)
    await play.ask("r1", AskView(reader=0))
    play.engines[0].put_away_idle(idle=-1, at_hand=0)
    await play.server.settle()
    assert await play.events.snapshots.get("r1") is None
    assert play.views == []
    assert len(await play.log()) == 1


async def test_nobody_begins_an_archived_room_anew(play: Playing) -> None:
    turn = await some_moves(play)
    await play.command("r1", "player", turn, {"type": "resign"})
    await archive(play)
    assert (await play.start()).outcome == "repeated"
    assert (await play.start(id="another")).code == "game_over"
    assert (await play.place(turn, 8)).code == "game_over"


async def test_an_old_command_is_answered_as_it_was(play: Playing) -> None:
    await play.start()
    turn = (await play.pages())[-1].table.state.position.turn
    first = await play.place(turn, 0, id="first")
    await play.command("r1", "player", turn, {"type": "resign"})
    await archive(play)
    again = await play.place(turn, 0, id="first")
    assert (again.outcome, again.number) == ("repeated", first.number)


@pytest.mark.parametrize("seats", [("person", "person"), ("perfect", "perfect")])
async def test_an_unfinished_game_in_the_archive_is_only_looked_at(seats: tuple[str, str]) -> None:
    async with playing() as play:
        await play.start(seats=seats)
        turn = (await play.pages())[-1].table.state.position.turn
        origin: Origin = "player" if seats[0] == "person" else "bot"
        await play.command("r1", origin, turn, {"type": "place", "cell": 0})
        await play.events.timers.cancel("r1")
        await archive(play)
        await play.server.settle()
        fact = await play.fact()
        page = validate(LogPage, (await play.ask("r1", AskLog(reader=None))).answer)
        assert page.told[1].command is not None
        record = validate(RecordPage, (await play.ask("r1", AskRecord())).answer)
        assert (record.header["entries"], record.header["result"]) == (2, None)
        assert (await play.place(1 - turn, 1)).code == "looked_at"
        assert (await play.command("r1", "host", None, {"type": "close"})).code == "looked_at"
        play.server.fire("r1")
        await play.server.advance(10 * 60_000)
        assert play.server.pins.timers == {}
        assert len(await play.log()) == 1
        assert play.views == []
        assert await play.fact() == fact
