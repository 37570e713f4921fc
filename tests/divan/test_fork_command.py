"""`divan fork`: an operator opens a room that goes on from another one's game."""

import json
from typing import Any

import pytest

from divan.exits import Exit, Trouble
from divan.forking import Wanted, run_fork
from divan.game_source import FiledGame, RoomGame
from libs.events.lobby import NOBODY, LobbyEntry
from libs.events.wire import unpack
from libs.runtime.game_logs import game_logs
from services.rooms.room import Room, fold
from tests.services.engine.playing import Playing, playing

SITE = "http://127.0.0.1:8400"


async def forked(play: Playing, **wanted: Any) -> None:
    source = RoomGame(room="r1", events=play.events, logs=game_logs(play.events), fact=None)
    await run_fork(source, Wanted(**wanted), SITE)


async def opened(play: Playing, id: str) -> Room:
    room = None
    async for stored in play.events.rooms.read(id):
        room = fold(room, id, unpack(LobbyEntry, stored.data).events)
    assert room is not None
    return room


async def ended(play: Playing) -> None:
    await play.start(options={"turn_seconds": 30})
    await play.command("r1", "host", None, {"type": "close"})


async def test_it_opens_a_room_of_nobodys_with_the_bots_that_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with playing() as play:
        await ended(play)
        await forked(play, at=1, seats=("person", "easy"), as_json=True)
        said = json.loads(capsys.readouterr().out.splitlines()[-1])
        room = await opened(play, said["room"])
        assert said["link"] == f"{SITE}/room/{room.code}"
        assert said["fork"]["seq"] == 1
        assert (room.owner, room.game, room.options) == (NOBODY, "tictactoe", {"turn_seconds": 30})
        assert [place.bot for place in room.places] == [None, "easy"]
        assert room.fork is not None
        assert (room.fork.room, room.fork.seq) == ("r1", 1)


async def test_a_running_game_is_forked_where_that_is_asked_for_and_records_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with playing() as play:
        await play.start()
        with pytest.raises(Trouble, match="not over") as trouble:
            await forked(play, at=1)
        assert trouble.value.code == Exit.USAGE
        with pytest.raises(Trouble, match="not over"):
            await forked(play, at=9)
        assert len(await play.log()) == 1
        await forked(play, at=1, running=True, as_json=True)
        into = json.loads(capsys.readouterr().out.splitlines()[-1])["room"]
        assert (await play.pages())[-1].entry.events[0]["into"] == into
        assert (await opened(play, into)).places[0].is_free


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"at": 9}, "no entry 9"),
        ({"at": 1, "bots": ("easy", "easy")}, "leave a seat"),
        ({"at": 1, "bots": ("kasparov",)}, "no bot 'kasparov'"),
        ({"at": 1, "seats": ("person",)}, "2 seats, not 1"),
        ({"at": 1, "seats": ("person", "easy"), "bots": ("easy",)}, "one of them"),
    ],
)
async def test_what_cannot_be_forked_is_said_in_a_sentence(wanted: dict[str, Any], why: str) -> None:
    async with playing() as play:
        await ended(play)
        with pytest.raises(Trouble, match=why):
            await forked(play, **wanted)


async def test_the_end_of_a_game_is_not_forked() -> None:
    async with playing() as play:
        await play.start()
        await play.command("r1", "player", 0, {"type": "resign"})
        with pytest.raises(Trouble, match="ends with entry 2"):
            await forked(play, at=2)


async def test_a_game_in_a_file_is_imported_first() -> None:
    filed = FiledGame(room="r1", header=None, messages=())  # type: ignore[arg-type]
    with pytest.raises(Trouble, match="imported first"):
        await run_fork(filed, Wanted(at=1), SITE)
