"""What becomes of a command: accepted once, refused, repeated, set aside."""

from dataclasses import replace
from typing import Any

import pytest

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.views import AskAnswer, AskView
from libs.events.wire import pack, unpack, unpack_plain
from libs.games.catalog import GAMES
from libs.games.kit.game import Wait
from tests.services.engine.playing import Playing, playing


async def first_to_move(play: Playing, room: str = "r1") -> int:
    (page, *_) = await play.pages(room)
    wait = page.table.state.wait
    assert isinstance(wait, Wait)
    return wait.seats[0]


async def test_an_accepted_command_is_one_entry_of_the_log(play: Playing) -> None:
    await play.start()
    first = await first_to_move(play)
    answer = await play.place(first, 4)
    pages = await play.pages()
    assert answer.outcome == "accepted"
    assert answer.number == 2
    assert answer.head == pages[-1].table.hash
    assert [page.entry.seq for page in pages] == [1, 2]
    assert pages[1].entry.command.body == {"type": "place", "cell": 4}
    assert pages[1].entry.events[0]["type"] == "MarkPlaced"


async def test_the_same_id_takes_effect_once_and_is_answered_each_time(play: Playing) -> None:
    await play.start()
    first = await first_to_move(play)
    answers = [await play.place(first, 4, id="same") for _ in range(5)]
    assert [answer.outcome for answer in answers] == ["accepted", *["repeated"] * 4]
    assert {answer.number for answer in answers} == {2}
    assert len(await play.log()) == 2


async def test_an_id_further_back_than_those_at_hand_is_found_in_the_log() -> None:
    async with playing() as play:
        await play.start(game="sealed", options={"rounds": 5, "bid_seconds": 600})
        await play.command("r1", "host", 0, {"type": "leave"}, id="long-ago")
        for turn in range(150):
            await play.command("r1", "host", 0, {"type": "return"}, id=f"r{turn}")
            await play.command("r1", "host", 0, {"type": "leave"}, id=f"l{turn}")
        entries = len(await play.log())
        answer = await play.command("r1", "host", 0, {"type": "leave"}, id="long-ago")
        assert answer.outcome == "repeated"
        assert len(await play.log()) == entries


async def test_a_refusal_goes_to_the_asker_alone_and_changes_nothing(play: Playing) -> None:
    await play.start()
    first = await first_to_move(play)
    await play.server.settle()
    before = len(play.views)
    answer = await play.place(1 - first, 4)
    await play.server.settle()
    assert (answer.outcome, answer.code) == ("rejected", "not_your_turn")
    assert answer.message
    assert len(play.views) == before
    assert len(await play.log()) == 1


@pytest.mark.parametrize(
    ("origin", "seat", "body", "code"),
    [
        pytest.param("player", 7, {"type": "place", "cell": 0}, "no_such_seat", id="no such seat"),
        pytest.param("player", None, {"type": "place", "cell": 0}, "no_such_seat", id="a spectator"),
        pytest.param("bot", 0, {"type": "place", "cell": 0}, "not_in_control", id="a bot for a person"),
        pytest.param("player", 0, {"type": "dance"}, "unknown_command", id="a command of no game"),
        pytest.param("player", 0, {"type": "lapse"}, "unknown_command", id="a player is no clock"),
        pytest.param("host", None, {"type": "dance"}, "unknown_command", id="a host's of no kind"),
        pytest.param("host", 0, {"type": "return"}, "already_here", id="back without having left"),
    ],
)
async def test_the_platform_refuses(
    play: Playing, origin: Any, seat: int | None, body: dict[str, Any], code: str
) -> None:
    await play.start()
    answer = await play.command("r1", origin, seat, body)
    assert (answer.outcome, answer.code) == ("rejected", code)
    assert len(await play.log()) == 1


async def test_a_room_without_a_game_answers_not_begun_until_it_begins(play: Playing) -> None:
    before = await play.command("r1", "host", None, {"type": "close"}, id="close")
    await play.start()
    after = await play.command("r1", "host", None, {"type": "close"}, id="close")
    assert (before.outcome, before.code) == ("rejected", "not_begun")
    assert after.outcome == "accepted"


async def test_a_second_start_is_refused_and_the_same_start_repeated(play: Playing) -> None:
    first, again, other = await play.start(), await play.start(), await play.start(id="other")
    assert [first.outcome, again.outcome, other.code] == ["accepted", "repeated", "already_begun"]


@pytest.mark.parametrize(
    "start",
    [
        pytest.param({"game": "chess"}, id="no such game"),
        pytest.param({"seats": ("person",)}, id="too few seats"),
        pytest.param({"options": {"turn_seconds": 1}}, id="an option out of range"),
        pytest.param({"options": {"dice": 3}}, id="no such option"),
    ],
)
async def test_a_start_that_cannot_be_is_refused(play: Playing, start: dict[str, Any]) -> None:
    answer = await play.start(**start)
    assert (answer.outcome, answer.code) == ("rejected", "bad_start")
    assert answer.details["reason"]
    assert await play.log() == []


async def test_a_bots_answer_to_an_old_question_is_stale(play: Playing) -> None:
    await play.start(seats=("easy", "easy"))
    (question,) = await play.questions(1)
    move = question.options[0]["command"]
    answers = [
        await play.command("r1", "bot", question.seat, move, id=id, question=question.question)
        for id in ("bot-a", "bot-b")
    ]
    assert [answers[0].outcome, answers[1].code] == ["accepted", "stale"]


async def test_garbage_on_the_command_subject_is_answered_and_the_room_goes_on(play: Playing) -> None:
    await play.start()
    subject = subjects.command("player", play.partition("r1"), "r1")
    elsewhere = Command(room="r2", id="x", origin="player", seat=0, body={"type": "place"})
    for data in (b"\xc1garbage", b"", pack({"id": 1}), pack(elsewhere), pack([1] * 1000)):
        answer = unpack(Answer, await play.events.bus.request(subject, data, within=5))
        assert (answer.outcome, answer.code) == ("rejected", "malformed")
    first = await first_to_move(play)
    assert (await play.place(first, 0)).outcome == "accepted"


async def test_what_comes_on_another_partitions_subject_is_malformed(play: Playing) -> None:
    await play.start()
    other = (subjects.partition("r1", play.events.partitions) + 1) % play.events.partitions
    first = await first_to_move(play)
    command = Command(room="r1", id="c", origin="player", seat=first, body={"type": "place", "cell": 4})
    told = await play.events.bus.request(subjects.command("player", other, "r1"), pack(command), within=5.0)
    assert unpack(Answer, told).code == "malformed"
    asked = await play.events.bus.request(subjects.ask(other, "r1"), pack(AskView(reader=0)), within=5.0)
    refused = unpack(AskAnswer, asked).refused
    assert refused is not None
    assert refused.code == "malformed"
    assert len(await play.pages()) == 1


async def test_nobody_may_speak_for_the_clock(play: Playing) -> None:
    await play.start()
    lapse = Command(room="r1", id="x", origin="clock", body={"type": "lapse"})
    assert (await play.send(lapse)).code == "malformed"


async def test_a_command_that_makes_the_game_fail_is_set_aside_and_the_room_goes_on() -> None:
    whole = GAMES["tictactoe"]

    def decide(position: Any, seat: int | None, command: Any, chance: Any) -> Any:
        if command.get("cell") == 8:
            raise ZeroDivisionError("a bug")
        return whole.decide(position, seat, command, chance)

    async with playing(games={"tictactoe": replace(whole, decide=decide)}) as play:
        await play.start()
        first = await first_to_move(play)
        poison = await play.place(first, 8, id="poison")
        again = await play.place(first, 8, id="poison")
        (kept,) = [stored async for stored in play.events.aside.read("r1")]
        healthy = await play.place(first, 0)
        assert (poison.outcome, poison.code) == ("rejected", "set_aside")
        assert again == poison
        assert unpack_plain(kept.data)["command"]["id"] == "poison"
        assert healthy.outcome == "accepted"


async def test_what_is_refused_stays_refused_for_its_id(play: Playing) -> None:
    await play.start()
    first = await first_to_move(play)
    early = await play.place(1 - first, 0, id="early")
    await play.place(first, 4)
    assert (await play.place(1 - first, 0, id="early")) == early


@pytest.mark.parametrize("id", ["lapse-2", "lapse-1"])
async def test_a_player_cannot_stop_the_clock_by_naming_a_command_like_a_lapse(
    play: Playing, id: str
) -> None:
    await play.start(options={"turn_seconds": 5})
    first = (await play.pages())[-1].table.state.position.first
    await play.place(1 - first, 0, id="lapse-2")
    await play.place(first, 0, id=id)
    await play.server.advance(6_000)
    last = (await play.pages())[-1].entry.command
    assert (last.origin, last.id) == ("clock", "lapse-2")


async def test_a_player_cannot_use_up_a_bots_or_another_seats_id(play: Playing) -> None:
    await play.start(seats=("person", "person"))
    first = (await play.pages())[-1].table.state.position.first
    assert (await play.place(first, 0, id="same")).outcome == "accepted"
    assert (await play.place(1 - first, 1, id="same")).outcome == "accepted"
    assert (await play.place(first, 0, id="same")).outcome == "repeated"
