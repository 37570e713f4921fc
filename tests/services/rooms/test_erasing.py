"""Erasing an account or a guest: what goes, what stays, and that nothing stops it half way."""

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from typing import Any

import pytest

from libs.events.erasure import Erasure
from libs.events.memory import MemoryEvents
from libs.events.wire import pack, unpack
from libs.games.catalog import GAMES
from libs.runtime.replay import replay
from services.rooms.names import folded, name_key
from services.rooms.people import Person, new_person_id
from tests.services.rooms.houses import Client, House, Socket, house
from tests.services.rooms.searching import in_memory

NAME, PASSWORD, TALK = "Kanarya", "kafesteki kus", "bunu bir tek ben soylerim"
WORDS = (NAME, folded(NAME), name_key(NAME), folded(NAME).encode().hex(), PASSWORD, TALK)


@pytest.fixture
async def home() -> AsyncIterator[House]:
    async with house(chats=1) as one:
        yield one


async def sign_up(home: House, name: str = NAME) -> Client:
    person = home.stranger()
    asked = {"username": name, "password": PASSWORD, "bearer": True}
    person.token = (await person.post("/api/accounts", **asked))["token"]
    person.name = name
    return person


async def erase(person: Client) -> None:
    await person._well("DELETE", "/api/me", {"password": PASSWORD})


async def id_of(home: House, name: str = NAME) -> str:
    kept = await MemoryEvents(home.server).bucket("names").get(name_key(name))
    assert kept is not None
    return kept.value.decode()


async def playing(home: House) -> tuple[str, Client, Client, Socket, Socket]:
    """An account and a guest at a game that has begun, both with sockets; the account has spoken."""
    owner, other = await sign_up(home), await home.guest()
    code = await owner.open()
    await other.post(f"/api/rooms/{code}/seats")
    one, two = await owner.socket(code), await other.socket(code)
    await one.send(type="chat", id="said", text=TALK)
    await two.next("chat", text=TALK)
    await owner.post(f"/api/rooms/{code}/start")
    for socket in (one, two):
        await socket.next("view")
        await socket.room(status="running")
    return code, owner, other, one, two


async def entries(home: House, code: str) -> list[bytes]:
    """The hash of each entry of a room's log, which is replayed and checked on the way."""
    events = MemoryEvents(home.server)
    kept = await events.bucket("names").get(f"code.{code}")
    assert kept is not None
    room = kept.value.decode()
    return [page.table.hash async for page in replay(room, events.games.read(room), GAMES)]


# Where personal data stands


async def test_a_name_stands_in_two_buckets_and_talk_in_one_stream_and_neither_in_a_log_line(
    home: House, capfd: pytest.CaptureFixture[str]
) -> None:
    _, owner, _, one, _ = await playing(home)
    wrong = {"username": NAME, "password": "kafeste degil"}
    await home.stranger().refused("POST", "/api/sessions", wrong)
    await one.socket.close()
    await home.pass_time(120)
    found = in_memory(home.server, (*WORDS, sha256(folded(NAME).encode()).hexdigest(), owner.token))
    assert found == {
        "KV_accounts": {NAME},
        "KV_names": {name_key(NAME), folded(NAME).encode().hex()},
        "KV_attempts": {sha256(folded(NAME).encode()).hexdigest()},
        "CHAT": {TALK},
    }
    logged = "".join(capfd.readouterr())
    assert [word for word in WORDS if word in logged] == []


async def test_persons_are_told_in_rooms_by_their_pseudonyms_alone(home: House) -> None:
    await playing(home)
    person = await id_of(home)
    assert in_memory(home.server, [person]).keys() <= {
        "ROOMS",
        "CHAT",
        "KV_accounts",
        "KV_names",
        "KV_sessions",
    }


def test_a_pseudonym_is_drawn_and_never_made_from_a_name() -> None:
    ids = {new_person_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(id) for id in ids} == {17}


# Being erased


async def test_after_an_erasure_name_password_sessions_attempts_and_talk_are_nowhere(home: House) -> None:
    _, owner, _, _, _ = await playing(home)
    wrong = {"username": NAME, "password": "kafeste degil"}
    await home.stranger().refused("POST", "/api/sessions", wrong)
    person = await id_of(home)
    await erase(owner)
    assert in_memory(home.server, (*WORDS, sha256(folded(NAME).encode()).hexdigest())) == {}
    assert in_memory(home.server, [person]).keys() == {"ROOMS", "KV_erased"}


async def test_an_account_says_its_password_again_and_a_guest_needs_none(home: House) -> None:
    ali, guest = await sign_up(home), await home.guest()
    assert await ali.refused("DELETE", "/api/me") == (403, "wrong_password")
    assert await ali.refused("DELETE", "/api/me", {"password": "x"}) == (403, "wrong_password")
    assert (await ali.get("/api/me"))["name"] == NAME
    await guest.delete("/api/me")
    assert await guest.refused("GET", "/api/me") == (401, "not_signed_in")


async def test_wrong_passwords_there_count_as_failed_attempts_to_sign_in(home: House) -> None:
    ali = await sign_up(home)
    for _ in range(10):
        assert await ali.refused("DELETE", "/api/me", {"password": "x"}) == (403, "wrong_password")
    right = {"password": PASSWORD}
    assert await ali.refused("DELETE", "/api/me", right) == (429, "too_many_attempts")
    signing_in = {"username": NAME, "password": PASSWORD}
    assert await home.stranger().refused("POST", "/api/sessions", signing_in) == (429, "too_many_attempts")


async def test_another_sites_page_cannot_have_an_account_erased(home: House) -> None:
    guest = await home.guest()
    cookie = {"Cookie": f"divan_session={guest.token}", "Authorization": ""}
    status, answer = await guest.ask("DELETE", "/api/me", {}, **cookie)
    assert (status, answer["code"]) == (403, "cross_origin")


async def test_every_session_and_socket_is_closed_at_every_edge(home: House) -> None:
    other_edge = await home.start_edge()
    here = await sign_up(home)
    there = home.stranger(other_edge)
    signed = await there.post("/api/sessions", username=NAME, password=PASSWORD, bearer=True)
    there.token = signed["token"]
    code = await here.open()
    sockets = [await here.socket(code), await there.socket(code)]
    await erase(here)
    assert [await socket.closed() for socket in sockets] == [4401, 4401]
    assert await there.refused("GET", "/api/me") == (401, "not_signed_in")
    signing_in = {"username": NAME, "password": PASSWORD}
    assert await home.stranger().refused("POST", "/api/sessions", signing_in) == (401, "bad_credentials")


async def test_the_name_is_free_at_once_and_its_next_holder_inherits_nothing(home: House) -> None:
    code, owner, other, _, _ = await playing(home)
    await erase(owner)
    heir = await sign_up(home)
    assert await heir.get("/api/me") == {"name": NAME, "guest": False, "rooms": []}
    assert (await other.get(f"/api/rooms/{code}"))["seats"][0]["name"] == ""


async def test_a_waiting_room_goes_to_the_next_and_one_with_nobody_else_is_closed(home: House) -> None:
    owner, other = await sign_up(home), await home.guest()
    shared, alone = await owner.open(), await owner.open()
    await other.post(f"/api/rooms/{shared}/seats")
    await erase(owner)
    room = await other.get(f"/api/rooms/{shared}")
    assert (room["owner"], [seat["player"] for seat in room["seats"]]) == (1, [None, "person"])
    assert await other.refused("GET", f"/api/rooms/{alone}") == (404, "no_such_room")


async def test_a_game_goes_on_with_a_bot_and_its_log_holds_as_before(home: House) -> None:
    code, owner, other, one, two = await playing(home)
    first = one.view["first"]
    assert (await (one, two)[first].command("c1", type="place", cell=4))["type"] == "accepted"
    before = await entries(home, code)
    await erase(owner)
    assert await one.closed() == 4401
    await home.pass_time(1)
    view = await two.next("view")
    while view["players"] != ["bot", "person"]:
        view = await two.next("view")
    after = await entries(home, code)
    assert after[: len(before)] == before
    seat = (await other.get(f"/api/rooms/{code}"))["seats"][0]
    assert (seat["player"], seat["name"], seat["sat_in"]) == ("person", "", True)


async def test_a_finished_game_shows_nobody_by_name_and_can_still_be_watched_again(home: House) -> None:
    code, owner, other, one, two = await playing(home)
    heads = [message["head"] for message in two.all if message["type"] == "view"]
    assert (await one.command("r", type="resign"))["type"] == "accepted"
    await two.room(status="over")
    before = await entries(home, code)
    await erase(owner)
    room = await other.get(f"/api/rooms/{code}")
    assert (room["status"], room["seats"][0]["name"], room["result"]["seats"][1]["outcome"]) == (
        "over",
        "",
        "won",
    )
    assert (await two.room(status="over"))["seats"][0]["name"] == ""
    assert await entries(home, code) == before
    assert {bytes.fromhex(head) for head in heads} <= set(before)
    log = await other.get(f"/api/rooms/{code}/log?seat=0")
    assert log["told"][-1]["command"]["type"] == "resign"


async def test_pages_drop_what_was_said_and_who_comes_later_never_sees_it(home: House) -> None:
    code, owner, other, _, two = await playing(home)
    await erase(owner)
    assert (await two.next("unsaid"))["ids"] == ["said"]
    assert (await other.socket(code)).all[0]["chat"] == []


async def test_what_others_said_stays(home: House) -> None:
    code, owner, other, _, two = await playing(home)
    await two.send(type="chat", id="mine", text="selam")
    await two.next("chat", id="mine")
    await erase(owner)
    assert [said["text"] for said in (await other.socket(code)).all[0]["chat"]] == ["selam"]
    await two.send(type="chat", id="more", text="kimse yok mu")
    assert (await two.next("chat", id="more"))["text"] == "kimse yok mu"


# However it is interrupted


async def record(home: House, person: str) -> Erasure:
    kept = await MemoryEvents(home.server).bucket("erased").get(person)
    assert kept is not None
    return unpack(Erasure, kept.value)


async def test_with_the_chat_away_an_erasure_is_put_off_and_finished_later() -> None:
    async with house() as home:
        ali = await sign_up(home)
        person = await id_of(home)
        await erase(ali)
        assert await ali.refused("GET", "/api/me") == (401, "not_signed_in")
        signing_in = {"username": NAME, "password": PASSWORD}
        assert await home.stranger().refused("POST", "/api/sessions", signing_in) == (401, "bad_credentials")
        assert (await record(home, person)).done is None
        await home.start_chat()
        await home.edge.eraser.look()
        assert (await record(home, person)).done is not None
        assert in_memory(home.server, WORDS) == {}


@pytest.mark.parametrize("turns", [1, 3, 6, 9, 12, 15, 18])
async def test_a_process_that_dies_in_the_middle_leaves_nothing_that_another_does_not_finish(
    home: House, turns: int
) -> None:
    _, owner, _, _, _ = await playing(home)
    person = await id_of(home)
    await MemoryEvents(home.server).bucket("erased").create(person, pack(Erasure(at=home.server.now())))
    dying = asyncio.create_task(home.edge.eraser.carry_out(person))
    for _ in range(turns):
        # Every call of the server takes a turn of the loop: it is cut off after so many.
        await asyncio.sleep(0)
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    await home.start_edge()
    await home.edges[1].eraser.look()
    await home.edges[0].eraser.look()
    assert in_memory(home.server, WORDS) == {}
    assert (await record(home, person)).done is not None
    assert await owner.refused("GET", "/api/me") == (401, "not_signed_in")


async def test_it_is_looked_at_once_more_when_all_that_was_under_way_is_over(home: House) -> None:
    ali = await sign_up(home)
    person = await id_of(home)
    await erase(ali)
    late: dict[str, Any] = {"name": NAME, "guest": False, "created": 1}
    await MemoryEvents(home.server).bucket("accounts").create(person, pack(Person(**late)))
    await home.pass_time(30)
    await home.edge.eraser.look()
    assert in_memory(home.server, WORDS) == {}
    assert (await record(home, person)).done == home.server.now()


async def test_an_account_that_a_backup_brings_back_is_erased_when_the_service_starts(home: House) -> None:
    code, owner, _, _, _ = await playing(home)
    person, events = await id_of(home), MemoryEvents(home.server)
    backup = await events.bucket("accounts").get(person)
    talk = [stored async for stored in events.chats.read_all()]
    assert backup is not None
    await erase(owner)
    await home.pass_time(60)
    await home.edge.eraser.look()

    await events.bucket("accounts").create(person, backup.value)
    await events.bucket("names").create(name_key(NAME), person.encode())
    for stored in talk:
        await events.chats.append(stored.key, stored.data, id=f"again-{stored.fence}")
    assert in_memory(home.server, WORDS).keys() == {"KV_accounts", "KV_names", "CHAT"}
    started = await home.start_edge()
    await started.eraser.look(first=True)
    await home.edge.eraser.look(first=True)
    assert in_memory(home.server, WORDS) == {}
    assert len(await entries(home, code)) > 0


async def test_it_is_forgotten_who_was_erased_when_the_oldest_backup_is_gone(home: House) -> None:
    ali = await sign_up(home)
    person = await id_of(home)
    await erase(ali)
    await home.pass_time(90 * 24 * 3600)
    assert await MemoryEvents(home.server).bucket("erased").get(person) is None


async def test_erasing_twice_does_no_harm(home: House) -> None:
    ali = await sign_up(home)
    person = await id_of(home)
    await erase(ali)
    heir = await sign_up(home)
    await home.edge.eraser.erase(person)
    assert (await heir.get("/api/me"))["name"] == NAME
    again = await home.stranger().post("/api/sessions", username=NAME, password=PASSWORD)
    assert again["me"]["name"] == NAME
