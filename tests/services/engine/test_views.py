"""What readers are shown: numbers, secrets, what was missed, the log as one may see it."""

import hashlib
from dataclasses import fields, replace
from typing import Any

import pytest

from divan.bench.wide import WIDE
from libs.events.views import (
    AskCommitment,
    AskLog,
    AskMissed,
    AskPosition,
    AskPositions,
    AskView,
    LogPage,
    Missed,
    Positions,
    View,
)
from libs.events.wire import pack, plain, validate
from libs.games.kit.chance import commitment, seed_commitment
from libs.games.tictactoe.position import Position
from libs.runtime.delta import MOST_CHANGES, apply
from services.engine.shows import TOLD_AT_HAND
from tests.services.engine.playing import Playing, playing

SEALED_OPTIONS = {"rounds": 2, "bid_seconds": 30}


async def test_a_secret_order_shows_others_nothing_at_all(play: Playing) -> None:
    await play.start(game="sealed", seats=("person",) * 3, options=SEALED_OPTIONS)
    await play.server.settle()
    play.views.clear()
    await play.command("r1", "player", 1, {"type": "bid", "coins": 0})
    await play.server.settle()
    assert [view.reader for view in play.views] == [1]
    assert (await play.pages())[-1].entry.shown == (1,)


async def test_numbers_count_what_a_reader_was_shown(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    for seat in (0, 1):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 0})
    await play.server.settle()
    for reader, numbers in ((0, [1, 2, 3]), (1, [1, 2]), (None, [1, 2])):
        sent = play.sent_to(reader)
        assert [view.number for view in sent] == numbers
        assert [view.former for view in sent] == [number - 1 for number in numbers]


async def test_a_fresh_view_is_the_last_one_without_what_was_told(play: Playing) -> None:
    await play.start()
    await play.server.settle()
    answer = (await play.ask("r1", AskView(reader=1))).answer
    fresh, last = validate(View, answer), play.sent_to(1)[-1]
    assert fresh.told == ()
    assert (fresh.number, fresh.view, fresh.options, fresh.head) == (
        last.number,
        last.view,
        last.options,
        last.head,
    )


@pytest.mark.parametrize("restored", [False, True], ids=["at hand", "from a snapshot"])
async def test_a_fresh_view_does_not_tell_when_others_gave_secret_orders(
    play: Playing, *, restored: bool
) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    before = (await play.ask("r1", AskView(reader=1))).answer
    await play.server.advance(5000)
    await play.command("r1", "player", 0, {"type": "bid", "coins": 0})
    if restored:
        play.engines[0].put_away_idle(idle=-1, at_hand=0)
        await play.server.settle()
        assert await play.events.snapshots.get("r1") is not None
    assert (await play.ask("r1", AskView(reader=1))).answer == before


async def test_secret_orders_of_others_do_not_push_out_what_was_told(play: Playing) -> None:
    await play.start(game="houses", seats=("person",) * 5)
    await play.server.advance(601_000)
    before = (await play.ask("r1", AskMissed(reader=1, since=1))).answer
    for _ in range(TOLD_AT_HAND + 1):
        await play.command("r1", "player", 0, {"type": "submit_orders", "orders": []})
    assert (await play.ask("r1", AskMissed(reader=1, since=1))).answer == before


async def test_who_comes_back_is_told_what_was_missed(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    for seat in (0, 1):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 0})
    missed = validate(Missed, (await play.ask("r1", AskMissed(reader=0, since=1))).answer)
    assert [line.number for line in missed.told] == [2, 3]
    assert missed.view.number == 3


@pytest.mark.parametrize("since", [7, 100])
async def test_a_number_never_shown_is_too_far(play: Playing, since: int) -> None:
    await play.start()
    refused = (await play.ask("r1", AskMissed(reader=0, since=since))).refused
    assert refused is not None
    assert refused.code == "too_far_back"


async def test_the_log_shows_a_seat_its_own_side_while_the_game_runs(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options={"rounds": 1, "bid_seconds": 30})
    await play.command("r1", "player", 0, {"type": "bid", "coins": 1})
    page = validate(LogPage, (await play.ask("r1", AskLog(reader=1))).answer)
    assert [line.number for line in page.told] == [1]
    own = validate(LogPage, (await play.ask("r1", AskLog(reader=0))).answer)
    assert own.told[1].command == {"seat": 0, "origin": "player", "type": "bid", "coins": 1}


async def test_the_log_comes_in_pages(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    for seat in (0, 1):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 0})
    first = validate(LogPage, (await play.ask("r1", AskLog(reader=0, limit=2))).answer)
    rest = validate(LogPage, (await play.ask("r1", AskLog(reader=0, start=first.next or 0))).answer)
    assert [line.number for line in first.told + rest.told] == [1, 2, 3]
    assert rest.next is None


async def test_an_old_position_is_what_the_reader_saw_then(play: Playing) -> None:
    await play.start()
    await play.server.settle()
    then = play.sent_to(0)[0]
    turn = then.view["turn"]
    await play.place(turn, 4)
    again = validate(View, (await play.ask("r1", AskPosition(reader=0, number=1))).answer)
    assert again == then
    refused = (await play.ask("r1", AskPosition(reader=0, number=9))).refused
    assert refused is not None
    assert refused.code == "not_yet"


def document_of(view: View) -> dict[str, Any]:
    return {name: plain(getattr(view, name)) for name in ("view", "options", "wait", "result", "players")}


async def position(play: Playing, number: int) -> View:
    return validate(View, (await play.ask("r1", AskPosition(reader=0, number=number))).answer)


async def positions(play: Playing, start: int, limit: int = 50) -> Positions:
    return validate(
        Positions, (await play.ask("r1", AskPositions(reader=0, start=start, limit=limit))).answer
    )


async def test_a_range_of_positions_is_a_whole_one_and_the_changes_that_follow(play: Playing) -> None:
    await play.start()
    turn = (await position(play, 1)).view["turn"]
    for move, cell in enumerate((0, 3, 1)):
        await play.place((turn + move) % 2, cell)
    some = await positions(play, 2, limit=2)
    assert some.first == replace(await position(play, 2), told=())
    assert [change.number for change in some.then] == [3]
    assert some.next == 4
    document = document_of(some.first)
    apply(document, some.then[0].changes)
    third = await position(play, 3)
    assert document == document_of(third)
    assert (some.then[0].at, some.then[0].head) == (third.at, third.head)
    assert (await positions(play, 1, limit=1)).next == 2
    rest = await positions(play, 4)
    assert (rest.first.number, rest.then, rest.next) == (4, (), None)


async def test_a_range_of_positions_is_in_the_readers_own_numbers(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    for seat in (1, 0):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 0})
    some = await positions(play, 1)
    assert [some.first.number, *(change.number for change in some.then)] == [1, 2]
    refused = (await play.ask("r1", AskPositions(reader=0, start=3))).refused
    assert refused is not None
    assert refused.code == "not_yet"


async def test_a_range_ends_where_too_much_changes_at_once() -> None:
    def view(position: Position, _: int | None) -> dict[str, Any]:
        return {"turn": position.turn, "cells": [position.marks] * (MOST_CHANGES + 1)}

    async with playing(games={"wide": replace(WIDE, view=view)}) as play:
        await play.start(game="wide")
        await play.place((await position(play, 1)).view["turn"], 0)
        some = await positions(play, 1)
        assert (some.then, some.next) == ((), 2)
        assert (await positions(play, 2)).first.number == 2


async def test_a_range_ends_before_its_answer_grows_too_large() -> None:
    def view(position: Position, _: int | None) -> dict[str, Any]:
        return {"turn": position.turn, "much": str(position.marks) * 70_000}

    async with playing(games={"wide": replace(WIDE, view=view)}) as play:
        await play.start(game="wide")
        turn = (await position(play, 1)).view["turn"]
        for move, cell in enumerate((0, 3, 1)):
            await play.place((turn + move) % 2, cell)
        some = await positions(play, 1)
        assert [change.number for change in some.then] == [2]
        assert some.next == 3


@pytest.mark.parametrize(
    ("room", "ask", "code"),
    [
        pytest.param("r1", AskView(reader=5), "no_such_seat", id="no such seat"),
        pytest.param("r9", AskView(reader=0), "not_begun", id="not begun"),
    ],
)
async def test_an_ask_that_gets_no_answer_says_why(play: Playing, room: str, ask: AskView, code: str) -> None:
    await play.start()
    refused = (await play.ask(room, ask)).refused
    assert refused is not None
    assert refused.code == code


async def test_a_bot_that_sits_in_is_seen_by_all_and_gives_back(play: Playing) -> None:
    await play.start()
    await play.command("r1", "host", 0, {"type": "leave"})
    await play.command("r1", "host", 0, {"type": "return"})
    await play.server.settle()
    shown = play.sent_to(1)
    assert [view.players for view in shown[1:]] == [("bot", "person"), ("person", "person")]
    assert [view.told[0]["type"] for view in shown[1:]] == ["BotSatIn", "PersonReturned"]


async def test_a_game_that_hides_who_plays_shows_nobody_that_a_bot_sat_in(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person"), options=SEALED_OPTIONS)
    await play.server.settle()
    before = len(play.sent_to(1))
    await play.command("r1", "host", 0, {"type": "leave"})
    await play.server.settle()
    assert len(play.sent_to(1)) == before
    assert play.sent_to(1)[-1].players is None
    assert (await play.fact()).players == ("bot", "person")


async def test_a_closed_game_is_over_and_nobody_has_won(play: Playing) -> None:
    await play.start()
    await play.command("r1", "host", None, {"type": "close", "reason": "idle"})
    await play.server.settle()
    last = play.sent_to(None)[-1]
    assert last.result == {"reason": "idle", "seats": []}
    assert last.wait is None
    assert (await play.command("r1", "player", 0, {"type": "resign"})).code == "game_over"


async def test_the_secret_is_committed_to_before_and_revealed_after(play: Playing) -> None:
    answer = (await play.ask("r1", AskCommitment())).answer
    assert answer is not None
    seed = hashlib.sha256(b"seed").digest()
    body = {
        "type": "start",
        "game": "tictactoe",
        "options": {},
        "seats": [
            {"player": "person", "seed": seed.hex(), "seed_hash": seed_commitment(seed).hex()},
            {"player": "person", "seed": seed.hex(), "seed_hash": "00"},
        ],
    }
    await play.command("r1", "host", None, body)
    await play.command("r1", "player", 0, {"type": "resign"})
    begun = (await play.pages())[0].table.state.begun
    assert begun is not None
    assert begun.commitment == answer["commitment"]
    assert [seat.seed for seat in begun.seats] == [seed.hex(), None]
    assert begun.silent == (1,)
    last = (await play.pages())[-1].entry
    assert last.events[-1]["type"] == "SecretRevealed"
    assert commitment(bytes.fromhex(last.events[-1]["secret"])).hex() == begun.commitment
    assert last.state is not None


async def test_a_view_is_sent_with_the_fields_of_its_message(play: Playing) -> None:
    await play.start()
    sent = (await play.ask("r1", AskView(reader=0))).answer
    assert sent is not None
    assert sent.keys() == {field.name for field in fields(View)}


async def test_of_a_large_view_the_change_is_sent_and_leads_to_the_fresh_view() -> None:
    async with playing(games={"wide": WIDE}) as play:
        await play.start(game="wide")
        await play.server.settle()
        (whole,) = play.sent_to(0)
        document = {
            name: plain(getattr(whole, name)) for name in ("view", "options", "wait", "result", "players")
        }
        for cell in range(3):
            await play.place(document["view"]["turn"], cell)
            await play.server.settle()
            change = [each for each in play.changes if each.reader == 0][-1]
            assert (change.number, change.former) == (cell + 2, cell + 1)
            assert len(pack(change)) < 1024
            apply(document, change.changes)
        fresh = validate(View, (await play.ask("r1", AskView(reader=0))).answer)
        assert document == {name: plain(getattr(fresh, name)) for name in document}
        assert len(play.sent_to(0)) == 1
