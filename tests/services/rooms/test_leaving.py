"""A rooms process that is taken away: its sockets go elsewhere, and it is in wait all the same."""

import pytest

from divan.draining import Wanted, run_drain
from divan.exits import Exit, Trouble
from libs.events.memory import MemoryEvents
from services.rooms.wiring import Edge
from tests.libs.events.twins import until
from tests.services.rooms.houses import House, Socket, house
from tests.services.taking_away import tell


async def drain(home: House, edge: Edge, *, undo: bool = False) -> bool:
    wanted = Wanted(process=edge.presence.edge[:8], undo=undo, within=10, operator="ada")
    return await run_drain(MemoryEvents(home.server), wanted)


async def is_ready(home: House, edge: Edge) -> bool:
    async with home.session.get(f"http://127.0.0.1:{edge.port}/readyz") as answer:
        return answer.status == 200


async def test_all_sockets_go_to_another_process_and_requests_are_served_on() -> None:
    async with house(edges=2, drain_notice=0) as home:
        edge, other = home.edges
        ali = await home.guest()
        code = await ali.open()
        sockets: list[Socket] = [await ali.socket(code) for _ in range(5)]
        assert await drain(home, edge)
        assert [await socket.closed() for socket in sockets] == [1001] * 5
        assert await ali.refused("GET", f"/api/rooms/{code}/socket") == (503, "unavailable")
        assert (await ali.get(f"/api/rooms/{code}"))["status"] == "waiting"
        assert (await is_ready(home, edge), await is_ready(home, other)) == (False, True)
        assert (await ali.at(other).socket(code)).all[0]["seat"] == 0

        assert await drain(home, edge, undo=True)
        assert await is_ready(home, edge)
        assert (await ali.socket(code)).all[0]["seat"] == 0


async def test_until_a_proxy_has_seen_it_who_comes_is_served() -> None:
    async with house(edges=2, drain_notice=60) as home:
        ali = await home.guest()
        code = await ali.open()
        await tell(home.server, home.edge.presence.edge)
        assert not await is_ready(home, home.edge)
        assert (await ali.socket(code)).all[0]["seat"] == 0


async def test_the_only_rooms_process_is_not_drained(home: House) -> None:
    with pytest.raises(Trouble, match="no other process of rooms") as refused:
        await drain(home, home.edge)
    assert refused.value.code is Exit.UNAVAILABLE
    assert await is_ready(home, home.edge)


async def test_while_no_other_takes_sockets_it_serves_on() -> None:
    async with house(edges=2, drain_notice=0) as home:
        edge, other = home.edges
        ali = await home.guest()
        code = await ali.open()
        assert await drain(home, edge)
        await until(lambda: not edge.sockets.admits, within=5)
        await tell(home.server, other.presence.edge)
        await until(lambda: edge.sockets.admits, within=5)
        assert [await is_ready(home, each) for each in (edge, other)] == [True, True]
        assert (await ali.socket(code)).all[0]["seat"] == 0
