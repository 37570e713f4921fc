"""Deadlines: facts of the log, set off by timers that are hints."""

import pytest

from libs.runtime.metrics import REGISTRY
from tests.services.engine.playing import Playing


async def lapses(play: Playing, room: str = "r1") -> list[str]:
    return [p.entry.command.id for p in await play.pages(room) if p.entry.command.origin == "clock"]


async def test_a_deadline_that_passes_lapses_once(play: Playing) -> None:
    await play.start(options={"turn_seconds": 5})
    await play.server.advance(4_900)
    assert await lapses(play) == []
    await play.server.advance(1_000)
    assert await lapses(play) == ["lapse-1"]
    play.server.fire("r1")
    await play.server.advance(60_000)
    assert await lapses(play) == ["lapse-1"]
    assert (await play.fact()).result is not None


async def test_a_move_that_comes_after_the_deadline_comes_after_the_lapse(play: Playing) -> None:
    await play.start(options={"turn_seconds": 5})
    first = (await play.pages())[-1].table.state.position.first
    play.server.pins.timers.clear()
    await play.server.advance(5_000)
    answer = await play.place(first, 0)
    assert (answer.outcome, answer.code) == ("rejected", "game_over")
    assert [page.entry.command.id for page in await play.pages()] == ["start", "lapse-1"]


async def test_a_timer_that_fires_early_is_armed_again_for_the_real_end(play: Playing) -> None:
    await play.start(options={"turn_seconds": 10})
    await play.server.advance(6_000)
    turn = (await play.pages())[-1].table.game.view((await play.pages())[-1].table.state.position, None)[
        "turn"
    ]
    await play.place(turn, 0)
    await play.server.advance(6_000)
    assert await lapses(play) == []
    await play.server.advance(4_500)
    assert await lapses(play) == ["lapse-2"]


async def test_a_move_does_not_touch_the_timer_where_its_end_is_later(play: Playing) -> None:
    await play.start(options={"turn_seconds": 10})
    armed = dict(play.server.pins.timers)
    await play.server.advance(3_000)
    table = (await play.pages())[-1].table
    await play.place(table.game.view(table.state.position, None)["turn"], 0)
    assert play.server.pins.timers == armed


async def test_the_last_entry_cancels_the_timer(play: Playing) -> None:
    await play.start(options={"turn_seconds": 10})
    await play.command("r1", "player", 0, {"type": "resign"})
    assert play.server.pins.timers == {}


async def test_an_hour_without_engines_strands_no_room(play: Playing) -> None:
    await play.start(options={"turn_seconds": 5})
    play.server.reachable = False
    await play.server.advance(3_600_000)
    play.server.reachable = True
    await play.server.advance(5_000)
    assert await lapses(play) == ["lapse-1"]


async def test_a_lapse_whose_acknowledgement_is_lost_lapses_once(play: Playing) -> None:
    await play.start(options={"turn_seconds": 5})
    play.server.drop_next_ack(key="r1")
    await play.server.advance(20_000)
    assert await lapses(play) == ["lapse-1"]


async def test_waits_that_share_a_budget_end_with_it(play: Playing) -> None:
    """Sealed gives each giver 40 s over all gifts of 20 s each."""
    await play.start(game="sealed", options={"bid_seconds": 30})
    await play.server.advance(500)
    pages = await play.pages()
    assert pages[0].table.state.ends_at == pages[0].entry.at + 30_000


@pytest.mark.parametrize("seconds", [0])
async def test_a_wait_without_an_end_has_no_timer(play: Playing, seconds: int) -> None:
    await play.start(options={"turn_seconds": seconds})
    assert play.server.pins.timers == {}
    await play.server.advance(3_600_000)
    assert len(await play.log()) == 1


async def test_a_bot_that_does_not_answer_is_asked_again(play: Playing) -> None:
    await play.start(seats=("easy", "easy"), options={"turn_seconds": 0})
    (first,) = await play.questions(1)
    await play.server.advance(31_000)
    (second,) = await play.questions(1)
    assert (first.seat, first.question) == (second.seat, second.question)


async def test_a_bots_seat_has_its_deadline_too(play: Playing) -> None:
    await play.start(seats=("easy", "easy"), options={"turn_seconds": 10})
    await play.server.advance(11_000)
    assert await lapses(play) == ["lapse-1"]


async def test_a_bot_that_sits_in_again_is_asked_again_though_its_seat_saw_nothing_of_it(
    play: Playing,
) -> None:
    await play.start(game="houses", seats=("person",) * 5)
    for presence in ("leave", "return", "leave"):
        await play.command("r1", "host", 2, {"type": presence})
    asked = await play.questions(2)
    assert [(question.seat, question.question) for question in asked] == [(2, 2), (2, 4)]


async def test_how_late_a_lapse_was_written_is_counted(play: Playing) -> None:
    def lateness() -> tuple[float, float]:
        count, total = (
            REGISTRY.get_sample_value(f"divan_lapse_late_seconds_{part}") or 0.0 for part in ("count", "sum")
        )
        return count, total

    await play.start(options={"turn_seconds": 5})
    count, total = lateness()
    play.server.pins.timers.clear()
    await play.server.advance(8_000)
    play.server.fire("r1")
    await play.server.settle()
    assert await lapses(play) == ["lapse-1"]
    assert lateness() == (count + 1, total + 3)
