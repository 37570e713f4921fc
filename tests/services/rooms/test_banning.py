"""Banning an account or a guest: out at once and everywhere, until then, and told why."""

import json

import pytest

from divan.banning import Wanted, run_ban, run_list, run_unban
from divan.exits import Trouble
from libs.events.admin import AdminEvent
from libs.events.bans import Ban
from libs.events.memory import MemoryEvents
from libs.events.wire import pack, unpack
from tests.services.rooms.houses import Client, House, house
from tests.services.rooms.searching import in_memory
from tests.services.rooms.test_erasing import NAME, PASSWORD, id_of, sign_up

REASON = "kufur"
SIGNING_IN = {"username": NAME, "password": PASSWORD}


async def ban(home: House, who: str = NAME, *, seconds: int | None = None, reason: str = REASON) -> bool:
    until = None if seconds is None else home.server.now() + seconds * 1000
    return await run_ban(MemoryEvents(home.server), who, until=until, reason=reason, within=5, operator="ada")


async def sign_in_refusal(home: House) -> tuple[int, str, object]:
    status, answer = await home.stranger().ask("POST", "/api/sessions", {**SIGNING_IN, "bearer": True})
    return status, answer["code"], answer["details"]


async def guest_id(home: House, guest: Client) -> str:
    return await id_of(home, guest.name)


async def test_sessions_and_sockets_end_at_every_edge_and_the_page_is_told_why(home: House) -> None:
    other_edge = await home.start_edge()
    here = await sign_up(home)
    there = home.stranger(other_edge)
    there.token = (await there.post("/api/sessions", **SIGNING_IN, bearer=True))["token"]
    code = await here.open()
    sockets = [await here.socket(code), await there.socket(code)]
    assert await ban(home, seconds=3600)
    assert [await socket.closed() for socket in sockets] == [4411, 4411]
    details = {"until": home.server.now() + 3_600_000, "reason": REASON}
    for socket in sockets:
        told = socket.all[-1]
        assert (told["type"], told["code"], told["details"]) == ("error", "banned", details)
    assert (await here.ask("GET", "/api/me"))[0] == 401
    assert await sign_in_refusal(home) == (403, "banned", details)


async def test_who_does_not_know_the_password_does_not_learn_of_the_ban(home: House) -> None:
    await sign_up(home)
    await ban(home)
    wrong = {"username": NAME, "password": "kafeste degil"}
    assert await home.stranger().refused("POST", "/api/sessions", wrong) == (401, "bad_credentials")


async def test_a_ban_ends_by_itself(home: House) -> None:
    await sign_up(home)
    await ban(home, seconds=60)
    await home.pass_time(61)
    assert (await home.stranger().post("/api/sessions", **SIGNING_IN))["me"]["name"] == NAME


async def test_who_is_let_in_again_signs_in_again(home: House) -> None:
    other_edge = await home.start_edge()
    await sign_up(home)
    await ban(home)
    await run_unban(MemoryEvents(home.server), NAME, operator="ada")
    await home.server.settle()
    for edge in (home.edge, other_edge):
        assert (await home.stranger(edge).post("/api/sessions", **SIGNING_IN))["me"]["name"] == NAME
    with pytest.raises(Trouble, match="not banned"):
        await run_unban(MemoryEvents(home.server), NAME)


async def test_a_waiting_rooms_seat_is_free_and_in_a_game_a_bot_plays_on_until_the_return(
    home: House,
) -> None:
    owner, other = await sign_up(home), await home.guest()
    code = await owner.open()
    await other.post(f"/api/rooms/{code}/seats")
    one, two = await owner.socket(code), await other.socket(code)
    waiting = await owner.open()
    await other.post(f"/api/rooms/{waiting}/seats")
    await owner.post(f"/api/rooms/{code}/start")
    await two.room(status="running")
    await ban(home, seconds=10)
    assert await one.closed() == 4411
    seats = (await other.get(f"/api/rooms/{waiting}"))["seats"]
    assert [seat["player"] for seat in seats] == [None, "person"]
    await home.pass_time(1)
    view = await two.next("view")
    while view["players"] != ["bot", "person"]:
        view = await two.next("view")

    await home.pass_time(10)
    back = home.stranger()
    back.token = (await back.post("/api/sessions", **SIGNING_IN, bearer=True))["token"]
    assert (await back.post(f"/api/rooms/{code}/seats"))["seat"] == 0


async def test_a_guest_is_out_and_can_come_again_as_another(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    guest = await home.guest()
    person = await guest_id(home, guest)
    assert await ban(home, person)
    assert "under another name" in capsys.readouterr().err
    assert (await guest.ask("GET", "/api/me"))[0] == 401
    assert (await home.guest()).name != guest.name


async def test_a_ban_that_nobody_heard_of_is_found_by_looking() -> None:
    async with house(edges=0) as home:
        first = await home.start_edge()
        ali = await sign_up(home)
        person = await id_of(home)
        record = Ban(at=home.server.now(), until=None, reason=REASON)
        await MemoryEvents(home.server).bucket("bans").create(person, pack(record))
        await first.doorkeeper.look()
        assert (await ali.ask("GET", "/api/me"))[0] == 401
        assert await sign_in_refusal(home) == (403, "banned", {"until": None, "reason": REASON})


async def test_an_erasure_takes_the_ban_along_since_its_reason_is_about_a_person() -> None:
    async with house(chats=1) as home:
        await sign_up(home)
        person = await id_of(home)
        await ban(home)
        await home.edge.eraser.erase(person)
        assert in_memory(home.server, [REASON]).keys() == {"ADMIN"}
        await sign_up(home)


async def test_no_name_stands_in_the_audit_trail_and_none_beside_the_ban(home: House) -> None:
    await sign_up(home)
    person = await id_of(home)
    await ban(home)
    assert in_memory(home.server, [NAME]).keys().isdisjoint({"ADMIN", "KV_bans"})
    events = [unpack(AdminEvent, kept.data) async for kept in MemoryEvents(home.server).admin.read_all()]
    assert [(event.action, event.target, event.outcome) for event in events] == [
        ("ban", person, "begun"),
        ("ban", person, "done"),
    ]


async def test_accounts_are_listed_by_a_part_of_the_name_with_their_bans(
    home: House, capsys: pytest.CaptureFixture[str]
) -> None:
    await sign_up(home)
    await sign_up(home, "Serce")
    await home.guest()
    await ban(home)
    events = MemoryEvents(home.server)

    async def listed(wanted: Wanted) -> list[dict[str, object]]:
        capsys.readouterr()
        await run_list(events, wanted)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert [one["name"] for one in await listed(Wanted(as_json=True, search="KANAR"))] == [NAME]
    assert [one["name"] for one in await listed(Wanted(as_json=True, banned=True))] == [NAME]
    assert len(await listed(Wanted(as_json=True))) == 2
    assert len(await listed(Wanted(as_json=True, guests=True))) == 3
