"""Several edges over one server: the same rooms, one winner of each race, nothing lost with a process."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest

from libs.events.lobby import BotAdded, LobbyEntry, Opened, SeatLeft, SeatTaken
from libs.events.memory import MemoryEvents
from libs.events.wire import pack
from tests.services.rooms.houses import House, house
from tests.services.rooms.scripted_engine import scripted_engine


async def two_edges(home: House) -> None:
    await home.start_edge()


async def test_a_room_opened_at_one_edge_is_known_at_the_other_at_once(home: House) -> None:
    await two_edges(home)
    ali, veli = await home.guest(home.edges[0]), await home.guest(home.edges[1])
    code = await ali.open()
    assert (await veli.post(f"/api/rooms/{code}/seats"))["seat"] == 1
    assert (await ali.get(f"/api/rooms/{code}"))["seats"][1]["name"] == veli.name


async def test_one_of_two_who_want_a_seat_at_two_edges_gets_it(home: House) -> None:
    await two_edges(home)
    for _ in range(10):
        owner = await home.guest()
        code = await owner.open()
        rivals = [await home.guest(edge) for edge in home.edges]
        answers = await asyncio.gather(
            *(rival.ask("POST", f"/api/rooms/{code}/seats", {}) for rival in rivals)
        )
        assert Counter(status for status, _ in answers) == {200: 1, 409: 1}
        rooms = [await rival.get(f"/api/rooms/{code}") for rival in rivals]
        assert rooms[0]["seats"] == rooms[1]["seats"]


async def test_a_start_at_both_edges_happens_once(home: House) -> None:
    await two_edges(home)
    owner = await home.guest()
    code = await owner.open(bots=["easy"])
    answers = await asyncio.gather(
        *(owner.at(edge).ask("POST", f"/api/rooms/{code}/start") for edge in home.edges)
    )
    assert Counter(status for status, _ in answers) == {200: 1, 409: 1}


async def test_players_at_two_edges_play_together_and_see_each_other(home: House) -> None:
    await two_edges(home)
    ali, veli = await home.guest(home.edges[0]), await home.guest(home.edges[1])
    code = await ali.open()
    await veli.post(f"/api/rooms/{code}/seats")
    one, two = await ali.socket(code), await veli.socket(code)
    assert (await one.next("presence", seat=1))["connected"] is True
    await ali.post(f"/api/rooms/{code}/start")
    first = (await one.next("view"))["view"]["first"]
    await two.next("view")
    answer = await (one, two)[first].command("c1", type="place", cell=4)
    assert answer["type"] == "accepted"
    assert (await one.next("view"))["told"] == (await two.next("view"))["told"]


async def test_a_person_with_sockets_at_two_edges_is_gone_when_both_are_closed(home: House) -> None:
    await two_edges(home)
    code, (_, veli), (one, two) = await home.two_play(options={"turn_seconds": 0})
    other = await veli.at(home.edges[1]).socket(code)
    await two.socket.close()
    await home.pass_time(61)
    await one.send(type="resync")
    assert (await one.next("view"))["players"] == ["person", "person"]
    await other.socket.close()
    await home.server.settle()
    await home.pass_time(61)
    assert (await one.next("view"))["players"] == ["person", "bot"]


async def test_the_connections_of_an_edge_that_dies_are_lost_within_twenty_seconds(home: House) -> None:
    code, _, (one, _) = await home.two_play()
    veli = await home.guest()
    async with AsyncExitStack() as second:
        edge = await home.start_edge(second)
        socket = await veli.at(edge).socket(code)
        (room,) = home.edge.directory
        await home.server.settle()
        assert len(home.edge.presence.connected(room.id)) == 3
        # It dies without a word: what it would say on its way out is lost.
        home.server.switchboard.ears = [
            ear for ear in home.server.switchboard.ears if not ear.pattern.startswith("presence")
        ]
    home.edges.pop()
    assert len(home.edge.presence.connected(room.id)) == 3
    await home.server.advance(20_100)
    await home.edge.edges.beat()
    assert len(home.edge.presence.connected(room.id)) == 2
    assert socket.all
    assert one.all


async def test_a_game_begins_though_the_edge_that_looks_after_its_room_has_just_died(home: House) -> None:
    async with AsyncExitStack() as second:
        await home.start_edge(second)
        await home.server.settle()
        home.server.switchboard.ears = [
            ear for ear in home.server.switchboard.ears if not ear.pattern.startswith("presence")
        ]
    home.edges.pop()
    # Each room is looked after by one of the two: of eight, some are the dead one's.
    for _ in range(8):
        ali = await home.guest()
        code = await ali.open(bots=["easy"], start=True)
        await home.pass_time(1.6)
        assert (await ali.get(f"/api/rooms/{code}"))["status"] == "running"


async def test_a_new_edge_learns_at_once_who_is_connected_elsewhere(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    socket = await ali.socket(code)
    await home.start_edge()
    await home.server.settle()
    (room,) = home.edges[1].directory
    assert len(home.edges[1].presence.connected(room.id)) == 1
    assert socket.all


async def test_a_broken_entry_of_one_room_hides_no_other(home: House) -> None:
    ali = await home.guest()
    code = await ali.open()
    journal = MemoryEvents(home.server).rooms
    await journal.append("broken1", b"\xc1", id="1")
    nowhere = SeatLeft(at=1, seat=40, person="p")
    await journal.append("broken2", pack(LobbyEntry(room="broken2", events=(nowhere,))), id="2")
    (room,) = home.edge.directory
    await journal.append(room.id, pack(LobbyEntry(room=room.id, events=(nowhere,))), id="3")
    await home.start_edge()
    assert [one.code for one in home.edges[1].directory] == [code]


async def test_a_room_whose_game_is_no_longer_installed_is_not_started(home: House) -> None:
    ali = await home.guest()
    await ali.open()
    (room,) = home.edge.directory
    now = home.server.now()
    opened = Opened(
        at=now,
        code="ZZZZZZ",
        watch="w",
        game="gone",
        options={},
        seats=2,
        owner=room.owner,
        listed=False,
    )
    seats = (
        SeatTaken(at=now, seat=0, person=room.owner, seed_hash=None),
        BotAdded(at=now, seat=1, bot="easy"),
    )
    entry = LobbyEntry(room="old", events=(opened, *seats))
    await MemoryEvents(home.server).rooms.append("old", pack(entry), id="1")
    await home.server.settle()
    assert await ali.refused("POST", "/api/rooms/ZZZZZZ/start") == (404, "no_such_game")


@pytest.mark.parametrize("forged", [{"players": ()}, {"absent_after": float("inf")}, {"over_at": -(1 << 62)}])
async def test_a_table_that_does_not_fit_its_room_stops_no_other(home: House, forged: dict[str, Any]) -> None:
    code, (ali, _), _ = await home.two_play()
    (room,) = home.edge.directory
    fact = home.edge.tables.get(room.id)
    assert fact is not None
    await MemoryEvents(home.server).tables.put(room.id, pack(replace(fact, seq=fact.seq + 1, **forged)))
    await home.pass_time(100)
    await home.two_play()
    assert (await ali.get(f"/api/rooms/{code}"))["game"] == "tictactoe"


async def test_a_restarted_edge_knows_every_room_and_the_same_ones(home: House) -> None:
    code, (ali, veli), _ = await home.two_play()
    waiting = await ali.open(listed=True)
    closed = await veli.open()
    await veli.post(f"/api/rooms/{closed}/close")
    await home.start_edge()
    before, after = home.edges
    assert {room.id: room for room in before.directory} == {room.id: room for room in after.directory}
    for door in (code, waiting):
        faces = [await ali.at(edge).get(f"/api/rooms/{door}") for edge in home.edges]
        for face in faces:
            for seat in face["seats"]:
                seat["connected"] = None
        assert faces[0] == faces[1]
    assert await ali.at(after).refused("GET", f"/api/rooms/{closed}") == (404, "no_such_room")


async def test_a_game_that_was_started_when_its_edge_died_is_begun_by_the_next_one() -> None:
    async with house(engines=0, edges=0) as home:
        async with AsyncExitStack() as first:
            edge = await home.start_edge(first)
            await home.stack.enter_async_context(home.session)
            # It commits itself and then begins nothing.
            engine = await scripted_engine(home.server)
            ali = await home.guest(edge)
            code = await ali.open(bots=["easy"], seed_hash="ab" * 32)
            assert (await ali.post(f"/api/rooms/{code}/start"))["status"] == "starting"
        home.edges.clear()
        assert not [command for command in engine.commands if command.origin == "host"]
        await home.server.advance(5_000)
        edge = await home.start_edge()
        socket = await ali.at(edge).socket(code)
        if socket.all[0]["room"]["status"] == "starting":
            await socket.room(status="running")
        (start,) = [command for command in engine.commands if command.origin == "host"]
        assert start.body["type"] == "start"
        assert start.body["seats"][0]["seed"] is None
        assert start.id.startswith("start-")


async def test_an_append_whose_acknowledgement_is_lost_happens_once(home: House) -> None:
    ali, veli = await home.guest(), await home.guest()
    code = await ali.open()
    (room,) = home.edge.directory
    home.server.drop_next_ack(key=room.id)
    assert (await veli.post(f"/api/rooms/{code}/seats"))["seat"] == 1
    entries = home.server.streams["ROOMS"].of_key(room.id, 0)
    assert len(entries) == 2


async def test_after_a_time_without_nats_everything_goes_on(home: House) -> None:
    _, _, sockets = await home.two_play()
    first = sockets[0].view["first"]
    home.server.reachable = False
    await sockets[first].send(type="command", id="c1", seen=1, command={"type": "place", "cell": 4})
    await asyncio.sleep(0.1)
    home.server.reachable = True
    assert (await sockets[first].answer("c1"))["type"] == "accepted"
    for socket in sockets:
        assert (await socket.next("view"))["number"] == 2


async def test_views_that_were_told_while_the_connection_was_cut_are_shown_after_it() -> None:
    async with house(engines=0) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = (await ali.post("/api/rooms", game="tictactoe", bots=["easy"], start=True))["code"]
        socket = await ali.socket(code)
        if socket.all[0]["view"] is None:
            await socket.next("view")
        (room,) = home.edge.directory
        home.server.reachable = False
        await engine.show(room.id, 0)
        home.server.reachable = True
        assert (await socket.next("view"))["number"] == 2


async def test_a_question_is_asked_again_where_the_engine_died_over_it() -> None:
    async with house(engines=0, ask_patience=4.0) as home:
        engine = await scripted_engine(home.server)
        ali = await home.guest()
        code = await ali.open(bots=["easy"])
        home.server.lose_next("ask.*.*")
        assert (await ali.post(f"/api/rooms/{code}/start"))["status"] == "starting"
        assert len(engine.asks) >= 1
