"""What is said and what is refused, over the bus as an edge does it."""

import pytest

from libs.events import subjects
from libs.events.lobby import Closed, FrozenSeat, Kicked, Muted, Started
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.tables import TalkChannel
from libs.events.talk import Said, SayAnswer
from libs.events.wire import pack, unpack
from services.chat.conversation import SURPLUS
from services.chat.tail import KEPT
from services.chat.wiring import chat
from tests.services.chat.saying import CONFIG, ROOM, Edge, sat, texts

TABLE = TalkChannel(name="table", seats=None)


async def test_what_is_said_is_answered_stored_and_heard(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    answer = await edge.say("ayşe", " selam\n", id="1")
    await server.settle()
    expected = Said(
        room=ROOM, id="1", at=server.now(), person="ayşe", seat=0, channel="table", text="selam", seats=None
    )
    assert answer == SayAnswer(said=expected)
    assert edge.heard == [expected]
    assert (await edge.history("ayşe")).said == (expected,)


async def test_a_refusal_has_its_code_and_sentence(edge: Edge) -> None:
    await edge.seat("ayşe")
    answer = await edge.say("bora")
    assert (answer.said, answer.code) == (None, "not_a_member")
    assert answer.message == "Only those who have a seat in this room may write here."


async def test_a_refused_message_is_neither_stored_nor_heard(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    await edge.say("bora", "let me in")
    await server.settle()
    assert edge.heard == []
    assert await edge.texts("ayşe") == []


async def test_a_room_that_was_never_opened_has_no_chat(edge: Edge) -> None:
    assert (await edge.say("ayşe")).code == "no_such_room"
    assert (await edge.history("ayşe")).code == "no_such_room"


async def test_who_sits_down_may_speak_at_once(edge: Edge) -> None:
    await edge.seat("ayşe")
    assert (await edge.say("bora")).code == "not_a_member"
    await edge.lobby(sat(1, "bora"))
    assert (await edge.say("bora")).code is None


async def test_who_is_muted_is_silent_until_unmuted(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe", "bora")
    assert (await edge.say("bora")).code is None
    await edge.lobby(Muted(at=3, person="bora", muted=True))
    await server.settle()
    assert (await edge.say("bora")).code == "muted"
    assert (await edge.say("ayşe")).code is None
    await edge.lobby(Muted(at=4, person="bora", muted=False))
    assert (await edge.say("bora")).code is None


async def test_who_is_kicked_neither_speaks_nor_reads(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe", "bora")
    await edge.say("ayşe")
    await edge.lobby(Kicked(at=3, seat=1, person="bora"))
    await server.settle()
    assert (await edge.say("bora")).code == "not_a_member"
    assert await edge.texts("bora") == []


async def test_after_the_start_the_seats_of_the_game_count(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe", "bora")
    seats = (FrozenSeat(person="bora"), FrozenSeat(person="ayşe"))
    await edge.lobby(Started(at=3, start="s", seats=seats, key="k", commitment="c"))
    await server.settle()
    answer = await edge.say("bora")
    assert answer.said is not None
    assert answer.said.seat == 0


async def test_the_chat_is_closed_where_the_game_says_so(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    await edge.table(TABLE, seq=1)
    assert (await edge.say("ayşe")).code is None
    await edge.table(seq=2)
    await server.settle()
    assert (await edge.say("ayşe")).code == "chat_closed"
    await edge.table(TABLE, seq=3)
    assert (await edge.say("ayşe")).code is None


async def test_a_channel_is_read_by_those_who_were_in_it_when_it_was_said(
    edge: Edge, server: MemoryServer
) -> None:
    await edge.seat("ayşe", "bora", "can")
    await edge.table(TABLE, TalkChannel(name="pact", seats=(0, 1)), seq=1)
    assert (await edge.say("can", channel="pact")).code == "no_such_channel"
    await edge.say("ayşe", "we two", channel="pact")
    await edge.table(TABLE, TalkChannel(name="pact", seats=(0, 1, 2)), seq=2)
    await server.settle()
    await edge.say("can", "we three", channel="pact")
    await edge.say("can", "all")
    assert await edge.texts("bora") == ["we two", "we three", "all"]
    assert await edge.texts("can") == ["we three", "all"]
    assert await edge.texts(None) == ["all"]
    assert [said.seats for said in edge.heard] == [(0, 1), (0, 1, 2), None]


async def test_the_sixth_message_within_ten_seconds_waits_exactly(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe", "bora")
    assert await edge.codes("ayşe", 2) == [None, None]
    await server.advance(4_000)
    assert await edge.codes("ayşe", 4) == [None, None, None, "rate_limited"]
    await server.advance(5_999)
    assert (await edge.say("ayşe")).details == {"retry_after_ms": 1}
    assert (await edge.say("bora")).code is None
    await server.advance(1)
    assert await edge.codes("ayşe", 3) == [None, None, "rate_limited"]


async def test_the_limit_is_each_room_s_own(edge: Edge) -> None:
    await edge.seat("ayşe")
    await edge.seat("ayşe", room="room2")
    assert await edge.codes("ayşe", 6) == [None] * 5 + ["rate_limited"]
    assert await edge.codes("ayşe", 1, room="room2") == [None]


async def test_a_repeated_id_is_answered_as_the_first_time_and_said_once(
    edge: Edge, server: MemoryServer
) -> None:
    await edge.seat("ayşe", "bora")
    first = await edge.say("ayşe", "once", id="same")
    await server.advance(1_000)
    assert await edge.say("ayşe", "twice?", id="same") == first
    assert [(await edge.say("ayşe", id="same")).code for _ in range(9)] == [None] * 9
    await server.settle()
    assert texts(edge.heard) == ["once"]
    assert await edge.texts("bora") == ["once"]


async def test_ids_are_each_person_s_own(edge: Edge) -> None:
    await edge.seat("ayşe", "bora")
    await edge.say("ayşe", "mine", id="same")
    await edge.say("bora", "mine too", id="same")
    assert await edge.texts("ayşe") == ["mine", "mine too"]


async def test_history_gives_the_last_hundred(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    for number in range(103):
        await edge.say("ayşe", str(number))
        await server.advance(2_000)
    history = await edge.texts("ayşe")
    assert (len(history), history[0], history[-1]) == (100, "3", "102")


async def test_what_is_older_than_a_week_is_forgotten_in_memory_too(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    await edge.say("ayşe", "long ago")
    await server.advance(7 * 24 * 3600 * 1000)
    assert await edge.texts("ayşe") == []
    assert (await edge.say("ayşe", "now")).code is None
    assert await edge.texts("ayşe") == ["now"]


@pytest.mark.parametrize("reason", ["idle", "empty"])
async def test_the_chat_of_a_room_given_up_is_purged(edge: Edge, server: MemoryServer, reason: str) -> None:
    await edge.seat("ayşe")
    await edge.say("ayşe")
    await edge.lobby(Closed(at=server.now(), reason=reason))
    await server.settle()
    assert await edge.events.chats.last(ROOM) is None
    assert await edge.texts("ayşe") == []
    assert (await edge.say("ayşe")).code == "no_such_room"


async def test_the_chat_of_a_room_that_its_owner_closed_can_still_be_read(
    edge: Edge, server: MemoryServer
) -> None:
    await edge.seat("ayşe")
    await edge.say("ayşe", "good game")
    await edge.lobby(Closed(at=server.now(), reason="owner"))
    await server.settle()
    assert (await edge.say("ayşe")).code == "chat_closed"
    assert await edge.texts("ayşe") == ["good game"]


async def test_a_room_given_up_while_no_chat_ran_is_purged_at_the_next_start(server: MemoryServer) -> None:
    edge = Edge(MemoryEvents(server))
    async with chat(CONFIG, MemoryEvents(server), server.now):
        await edge.seat("ayşe")
        await edge.say("ayşe")
    await edge.lobby(Closed(at=server.now(), reason="idle"))
    async with chat(CONFIG, MemoryEvents(server), server.now):
        await server.settle()
    assert await edge.events.chats.last(ROOM) is None


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xc1garbage", id="not msgpack"),
        pytest.param(pack({"room": ROOM}), id="half a message"),
        pytest.param(
            pack({"room": "room2", "id": "1", "person": "ayşe", "text": "t"}), id="another room's subject"
        ),
        pytest.param(pack({"room": ROOM, "id": "a b", "person": "ayşe", "text": "t"}), id="a bad id"),
        pytest.param(pack({"room": ROOM, "history": True, "person": 7}), id="a bad question"),
        pytest.param(pack([1, 2]), id="a list"),
    ],
)
async def test_what_cannot_be_read_is_answered_malformed(edge: Edge, data: bytes) -> None:
    await edge.seat("ayşe")
    reply = await edge.events.bus.request(subjects.say(ROOM), data, within=5)
    assert unpack(SayAnswer, reply).code == "malformed"
    assert (await edge.say("ayşe")).code is None


async def test_a_lobby_entry_that_cannot_be_read_stops_nothing(edge: Edge) -> None:
    await edge.seat("ayşe")
    await edge.events.rooms.append(ROOM, b"\xc1", id="bad")
    await edge.lobby(sat(1, "bora"))
    assert (await edge.say("bora")).code is None


async def test_of_older_talk_than_is_kept_nothing_stays_for_long(edge: Edge, server: MemoryServer) -> None:
    await edge.seat("ayşe")
    await server.settle()
    chats = MemoryEvents(server).chats
    for n in range(KEPT + SURPLUS - 1):
        said = Said(room=ROOM, id=f"{n}", at=n, person="bora", seat=1, channel="table", text="x", seats=None)
        await chats.append(ROOM, pack(said), id=f"{n}")
    assert (await edge.say("ayşe", "one too many")).code is None
    await server.settle()
    stored = [unpack(Said, each.data) async for each in chats.read(ROOM)]
    assert len(stored) == KEPT
    assert stored[-1].text == "one too many"
