"""`divan rooms`: what an operator sees of rooms, and closes."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from divan.exits import Trouble
from divan.rooms import Wanted, run_close, run_inspect, run_list
from libs.events.admin import AdminEvent
from libs.events.memory import MemoryEvents
from libs.events.wire import unpack
from libs.games.catalog import GAMES
from tests.libs.events.twins import until
from tests.services.rooms.houses import House, house
from tests.support.sealed import SEALED


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house() as one:
        yield one


async def listed(home: House, capsys: pytest.CaptureFixture[str], **wanted: Any) -> list[tuple[str, str]]:
    capsys.readouterr()
    await run_list(MemoryEvents(home.server), Wanted(**wanted, as_json=True))
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [(line["code"], line["state"]) for line in lines]


async def inspected(
    home: House, capsys: pytest.CaptureFixture[str], code: str, *, secrets: bool = False
) -> Any:
    capsys.readouterr()
    await run_inspect(
        MemoryEvents(home.server),
        code,
        None,
        games={**GAMES, "sealed": SEALED},
        secrets=secrets,
        operator="ada",
    )
    printed = capsys.readouterr().out
    return json.loads(printed[printed.index("{\n") :])


async def actions(home: House) -> list[tuple[str, str, str]]:
    trail = MemoryEvents(home.server).admin.read_all()
    events = [unpack(AdminEvent, stored.data) async for stored in trail]
    return [(event.action, event.outcome, event.reason) for event in events]


async def test_rooms_are_listed_by_state_game_and_person(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (owner, _), _ = await home.two_play()
    waiting = await owner.open(seats=2)
    closed = await (await home.guest()).open()
    await run_close(MemoryEvents(home.server), closed, "empty", "ada")
    assert await listed(home, capsys) == [(code, "running"), (waiting, "waiting")]
    assert await listed(home, capsys, states=frozenset({"closed"})) == [(closed, "closed")]
    assert await listed(home, capsys, game="fetih") == []
    assert await listed(home, capsys, person=owner.name) == [(code, "running"), (waiting, "waiting")]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        pytest.param({"game": "chess"}, 'no game "chess"; there are: fetih, houses, tictactoe', id="a game"),
        pytest.param({"person": "Nobody"}, "nobody has the name Nobody", id="a name"),
        pytest.param({"person": "p0123456789abcdef"}, "no account p0123456789abcdef", id="a pseudonym"),
    ],
)
async def test_what_is_not_there_at_all_is_refused_and_not_listed_as_nothing(
    home: House, capsys: pytest.CaptureFixture[str], wanted: dict[str, str], said: str
) -> None:
    with pytest.raises(Trouble, match=said):
        await listed(home, capsys, **wanted)


async def test_a_game_that_only_rooms_have_is_one(home: House, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _ = await home.two_play("sealed")
    assert await listed(home, capsys, game="sealed") == [(code, "running")]


async def test_a_running_game_shows_an_operator_what_spectators_know(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (owner, other), sockets = await home.two_play("sealed")
    shown = await inspected(home, capsys, code)
    assert (shown["state"], sorted(shown["persons"].values())) == (
        "running",
        sorted([owner.name, other.name]),
    )
    assert shown["log"].keys() == {"deadline", "last"}
    assert shown.keys().isdisjoint({"spectators", "edges"})
    assert await actions(home) == []
    assert len(sockets) == 2


async def test_of_a_game_without_secrets_who_is_connected_is_asked_of_every_edge(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    other = await home.start_edge()
    code, _, (one, two) = await home.two_play()
    watcher = await (await home.guest(other)).socket(code)
    shown = await inspected(home, capsys, code)
    assert [seat["connected"] for seat in shown["seats"]] == [True, True]
    assert (shown["spectators"], shown["edges"]) == (1, {"answered": 2, "silent": 0})
    await two.socket.close()
    await watcher.socket.close()
    await until(lambda: not len(other.sockets) and len(home.edge.sockets) == 1, within=5)
    shown = await inspected(home, capsys, code)
    assert ([seat["connected"] for seat in shown["seats"]], shown["spectators"]) == ([True, False], 0)
    assert one.all


async def test_what_an_edge_that_does_not_answer_has_is_unknown(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, (one, two) = await home.two_play()
    home.edge.presence.alive("an edge that stands still")
    await two.socket.close()
    await until(lambda: len(home.edge.sockets) == 1, within=5)
    shown = await inspected(home, capsys, code)
    assert [seat["connected"] for seat in shown["seats"]] == [True, None]
    assert (shown["spectators"], shown["edges"]) == (None, {"answered": 1, "silent": 1})
    assert one.all


async def test_its_secrets_are_shown_where_that_is_asked_for_and_noted(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (owner, _), _ = await home.two_play("sealed")
    shown = await inspected(home, capsys, code, secrets=True)
    assert shown["seats"][0]["name"] == owner.name
    assert shown["log"]["entries"] == shown["log"]["last"][-1]["seq"]
    assert await actions(home) == [("inspect", "begun", ""), ("inspect", "done", "")]


async def test_a_running_game_is_closed_and_its_players_are_told_why(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, sockets = await home.two_play()
    await run_close(MemoryEvents(home.server), code, "abuse", "ada")
    for socket in sockets:
        assert (await socket.next("view"))["result"] == {"reason": "abuse", "seats": []}
        await socket.room(status="over")
    with pytest.raises(Trouble, match="over already"):
        await run_close(MemoryEvents(home.server), code, "abuse", "ada")
    assert (await inspected(home, capsys, code))["log"]["last"][-1]["origin"] == "admin"
    assert await actions(home) == [("close", "begun", "abuse"), ("close", "done", "abuse")]


async def test_a_waiting_room_is_closed(home: House) -> None:
    owner = await home.guest()
    code = await owner.open()
    socket = await owner.socket(code)
    await run_close(MemoryEvents(home.server), code, "abuse", "ada")
    assert await socket.closed() == 4404
    assert await owner.refused("GET", f"/api/rooms/{code}") == (404, "no_such_room")


async def test_a_room_that_never_was_is_told(home: House) -> None:
    with pytest.raises(Trouble, match="no room"):
        await run_close(MemoryEvents(home.server), "nowhere", "abuse")
