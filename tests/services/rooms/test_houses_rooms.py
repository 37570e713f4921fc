"""The rooms of Game of Houses: who plays which house shows nowhere before the end (H2, H3, H100, H108)."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from tests.services.rooms.houses import Client, House, Socket, house

NOTHING: dict[str, Any] = {"type": "submit_orders", "orders": [], "standing": None}

HIDDEN = {"player": None, "name": None, "bot": None, "connected": None, "muted": False, "sat_in": False}


@dataclass
class Court:
    """A begun game of `len(persons)` persons, in seat order, and a watcher."""

    home: House
    code: str
    watch: str
    persons: list[Client]
    sockets: list[Socket]
    watcher: Socket

    @property
    def partners(self) -> tuple[int, int]:
        """The seats of the house that two play."""
        one = next(seat for seat, socket in enumerate(self.sockets) if socket.view["you"]["partners"])
        (other,) = self.sockets[one].view["you"]["partners"]
        return one, other

    @property
    def alone(self) -> int:
        """A seat that plays its house alone, and is not the owner's."""
        return next(seat for seat in range(1, len(self.sockets)) if seat not in self.partners)

    async def submit(self, seat: int, id: str, **fields: Any) -> None:
        assert (await self.sockets[seat].command(id, **NOTHING | fields))["type"] == "accepted"

    async def is_quiet(self, sockets: Sequence[Socket]) -> bool:
        """Whether nothing but answers to its own pings has come on any of these since they last looked."""
        await self.home.server.settle()
        for socket in sockets:
            former = len(socket.all)
            await socket.send(type="ping", n=former)
            await socket.next("pong", n=former)
            if socket.all[former:-1]:
                return False
        return True

    def others(self, *seats: int) -> list[Socket]:
        return [*(socket for n, socket in enumerate(self.sockets) if n not in seats), self.watcher]


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house(chats=1, presence_grace=0.0, ask_patience=5.0) as one:
        yield one


async def court(home: House, persons: int = 6) -> Court:
    clients = [await home.guest() for _ in range(persons)]
    room = await clients[0].post("/api/rooms", game="houses", seats=persons)
    code = room["code"]
    for client in clients[1:]:
        await client.post(f"/api/rooms/{code}/seats")
    sockets = [await client.socket(code) for client in clients]
    watcher = await (await home.guest()).socket(room["watch"])
    await clients[0].post(f"/api/rooms/{code}/start")
    for socket in (*sockets, watcher):
        await socket.next("view")
        await socket.room(status="running")
    return Court(home, code, room["watch"], clients, sockets, watcher)


async def everything(client: Client, door: str) -> list[Any]:
    """All that the routes say of the room, and the welcome of a new socket, but for the clock."""
    at = f"/api/rooms/{door}"
    paths = [at, "/api/rooms", f"{at}/positions", f"{at}/replay", f"{at}/game"]
    for seat in ("", "?seat=public", *(f"?seat={n}" for n in range(6))):
        paths += [f"{at}/log{seat}", f"{at}/positions/1{seat}", f"{at}/positions/2{seat}"]
    found: list[Any] = [await client.ask("GET", path) for path in paths]
    for since in ("", "?since=1"):
        socket = await client.socket(door, since)
        found.append({**socket.all[0], "now": None})
        await socket.socket.close()
    return found


async def test_an_order_sends_nothing_to_anybody_but_its_house(home: House) -> None:
    table = await court(home)
    assert await table.is_quiet(table.others())
    await table.submit(table.alone, "s1")
    await table.submit(table.alone, "s2", standing={"if_deposed": "leave"})
    assert await table.is_quiet(table.others(table.alone))


async def test_who_asks_again_or_comes_anew_learns_of_no_order_either(home: House) -> None:
    table = await court(home)
    giver = table.alone
    await home.pass_time(601)
    for socket in table.others(giver):
        await socket.next("delta", number=2)
        # Nobody shows their views any more: whoever comes is given what the engine says.
        await socket.socket.close()
    stranger = await home.guest()
    other = table.persons[table.partners[0]]
    askers = [(other, table.code), (stranger, table.code), (stranger, table.watch)]
    before = [await everything(*asker) for asker in askers]
    # So many that whatever is kept of the last entries holds these alone.
    for number in range(70):
        await home.pass_time(1)
        await table.submit(giver, f"s{number}")
    for asker, told in zip(askers, before, strict=True):
        assert await everything(*asker) == told


async def test_a_partner_sees_the_sheet_and_confirms_it(home: House) -> None:
    table = await court(home)
    one, other = table.partners
    await table.submit(one, "s1")
    await table.sockets[other].next("delta")
    await table.sockets[other].send(type="resync")
    seen = await table.sockets[other].next("view", number=2)
    sheet = seen["view"]["houses"][seen["view"]["you"]["house"]]["sheet"]
    assert sheet == {"orders": [], "confirmed": [one]}
    assert (await table.sockets[other].command("c1", type="confirm_orders"))["type"] == "accepted"
    assert (await table.sockets[other].command("c2", type="confirm_orders"))["code"] == "already_confirmed"
    assert await table.is_quiet(table.others(one, other))


async def test_who_goes_and_comes_back_is_announced_to_nobody(home: House) -> None:
    table = await court(home)
    goes = table.alone
    rest = table.others(goes)
    assert await table.is_quiet(rest)
    before = await table.persons[0].get(f"/api/rooms/{table.code}")
    await table.sockets[goes].socket.close()
    await home.pass_time(61)
    assert await table.is_quiet(rest)
    back = await table.persons[goes].socket(table.code)
    assert (await back.command("b1", **NOTHING))["type"] == "accepted"
    assert await table.is_quiet(rest)
    await table.persons[goes].delete(f"/api/rooms/{table.code}/seats/{goes}")
    await home.pass_time(1)
    await table.persons[goes].post(f"/api/rooms/{table.code}/seats")
    assert await table.is_quiet(rest)
    assert await table.persons[0].get(f"/api/rooms/{table.code}") == before
    assert before["owner"] is None
    assert before["seats"] == [{"seat": seat, **HIDDEN} for seat in range(6)]


async def test_nobody_learns_who_owns_the_room_or_where_bots_sit(home: House) -> None:
    owner, friend = await home.guest(), await home.guest()
    room = await owner.post("/api/rooms", game="houses", seats=5, bots=["standard"] * 3)
    at = f"/api/rooms/{room['code']}"
    await friend.post(f"{at}/seats")
    stays = await friend.socket(room["code"])
    await owner.post(f"{at}/start")
    await stays.room(status="running")

    async def asked(client: Client) -> list[tuple[int, str]]:
        told = [
            await client.refused("POST", f"{at}/mutes", {"seat": seat, "muted": True}) for seat in range(5)
        ]
        told += [await client.refused("POST", f"{at}/{path}", {}) for path in ("bots", "start", "close")]
        return [*told, await client.refused("DELETE", f"{at}/seats/2")]

    assert (
        await asked(owner)
        == await asked(friend)
        == [(403, "persons_hidden")] * 5 + [(409, "already_started")] * 4
    )
    before = await asked(friend)
    await owner.delete(f"{at}/seats/0")
    await home.pass_time(1)
    assert await asked(friend) == before, "the friend owns the room now"


async def test_partners_alone_talk_and_all_once_the_game_is_over(home: House) -> None:
    table = await court(home)
    one, other = table.partners
    third = table.alone
    await table.sockets[one].send(type="chat", id="t1", text="to the throne", channel="house")
    heard = await table.sockets[other].next("chat")
    assert (heard["name"], heard["seat"], heard["text"]) == ("", one, "to the throne")
    for channel in ("table", "house"):
        await table.sockets[third].send(type="chat", id=channel, text="who are you?", channel=channel)
        assert (await table.sockets[third].next("chat_refused"))["code"] == "no_such_channel"
    assert await table.is_quiet(table.others(one, other, third))
    late = await table.persons[third].socket(table.code)
    assert late.all[0]["chat"] == []


async def test_a_lapse_shows_the_turn_to_all_and_no_seat_to_anybody(home: House) -> None:
    table = await court(home, persons=5)
    await table.submit(0, "s1")
    await table.submit(0, "s2", standing={"veto": [], "if_deposed": "leave", "education": []})
    await home.pass_time(601)
    for seat, socket in enumerate(table.sockets):
        # The giver was shown each of the two sheets.
        shown = await socket.next("delta", number=4 if seat == 0 else 2)
        told = [event for event in shown["told"] if event["type"] in ("TurnClosed", "TurnBegan")]
        assert told == [
            {"type": "TurnClosed", "turn": 1, "cause": "deadline"},
            {"type": "TurnBegan", "turn": 2},
        ]
    assert (await table.watcher.next("delta"))["number"] == 2
