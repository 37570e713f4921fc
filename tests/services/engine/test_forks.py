"""A game that goes on from another one's log: where it may begin, with whom, and who is told."""

from collections.abc import Sequence
from typing import Any

import pytest

from divan.verifying.reading import stored_log
from divan.verifying.verify import verify
from libs.events.commands import Answer
from libs.events.entry import unseal
from libs.events.views import AskFork, AskPosition, AskView
from libs.games.kit.game import Wait
from libs.runtime.platform_events import GameForked
from tests.services.engine.playing import ALL, Playing, playing

PERSONS = ("person", "person")
BIDDERS = ("person", "person", "person")


async def fork(
    play: Playing,
    into: str,
    seq: int,
    *,
    room: str = "r1",
    seats: Sequence[str] = PERSONS,
    head: str | None = None,
    **start: Any,
) -> Answer:
    """Start a game that goes on from another one, as the host does."""
    heads = dict(enumerate(await heads_of(play, room), start=1))
    body = {
        "type": "start",
        "game": "tictactoe",
        "options": {},
        "seats": [{"player": "person"} if s == "person" else {"player": "bot", "bot": s} for s in seats],
        "fork": {"room": room, "seq": seq, "head": head or heads.get(seq, "0" * 64)},
        **start,
    }
    return await play.command(into, "host", None, body)


async def heads_of(play: Playing, room: str = "r1") -> list[str]:
    return [unseal(stored.data)[1].hex() for stored in await play.log(room)]


async def positions(play: Playing, room: str = "r1") -> list[Any]:
    """The position after each entry, as the game dumps it."""
    return [page.steps[-1][1] if page.steps else None for page in await play.pages(room)]


async def play_out(play: Playing, room: str = "r1", *, cells: Sequence[int] = (4, 0, 3, 1, 5)) -> None:
    """A whole game of tic-tac-toe: the first to move wins in five moves."""
    await play.start(room)
    first = (await play.pages(room))[0].table.state.position.first
    for turn, cell in enumerate(cells):
        assert (await play.place((first + turn) % 2, cell, room=room)).outcome == "accepted"


@pytest.mark.parametrize("seq", [1, 3, 5])
async def test_a_fork_goes_on_from_the_position_after_that_entry(play: Playing, seq: int) -> None:
    await play_out(play)
    assert (await fork(play, "r2", seq)).outcome == "accepted"
    (page,) = await play.pages("r2")
    assert page.steps[-1][1] == (await positions(play))[seq - 1]
    begun, loaded = page.entry.events
    assert (begun["type"], begun["options"]) == ("GameBegun", {"turn_seconds": 60})
    assert loaded["fork"] == {"room": "r1", "seq": seq, "head": (await heads_of(play))[seq - 1]}
    wait = page.table.state.wait
    assert isinstance(wait, Wait)
    answer = await play.place(wait.seats[0], 8, room="r2")
    assert answer.outcome == "accepted"


async def test_the_clock_of_a_fork_begins_anew_and_its_chance_is_its_own(play: Playing) -> None:
    await play_out(play)
    await play.server.advance(1_000_000)
    await fork(play, "r2", 2)
    (page,) = await play.pages("r2")
    assert page.table.state.ends_at == page.entry.at + 60_000
    source = (await play.pages())[0].entry.events[0]
    assert page.entry.events[0]["commitment"] != source["commitment"]


async def test_a_fork_of_a_fork_goes_on_from_it(play: Playing) -> None:
    await play_out(play)
    await fork(play, "r2", 2)
    for cell in (2, 8, 6):
        wait = (await play.pages("r2"))[-1].table.state.wait
        assert isinstance(wait, Wait)
        await play.place(wait.seats[0], cell, room="r2")
    await play.command("r2", "host", None, {"type": "close"})
    assert (await fork(play, "r3", 3, room="r2")).outcome == "accepted"
    assert (await positions(play, "r3"))[0] == (await positions(play, "r2"))[2]


async def test_the_last_position_of_a_closed_game_can_be_forked(play: Playing) -> None:
    await play.start()
    await play.command("r1", "host", None, {"type": "close"})
    assert (await fork(play, "r2", 2)).outcome == "accepted"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        pytest.param({"seq": 6}, "game_over", id="the entry that ends the game"),
        pytest.param({"seq": 7}, "no_such_source", id="past the last entry"),
        pytest.param({"seq": 2, "room": "nowhere"}, "no_such_source", id="no such room"),
        pytest.param({"seq": 2, "head": "ab" * 32}, "no_such_source", id="another head"),
        pytest.param({"seq": 2, "head": "ab"}, "bad_start", id="no head at all"),
        pytest.param({"seq": 0}, "bad_start", id="before the first entry"),
        pytest.param({"seq": 2, "game": "sealed"}, "bad_start", id="another game"),
        pytest.param({"seq": 2, "options": {"turn_seconds": 5}}, "bad_start", id="other options"),
        pytest.param({"seq": 2, "position": {}}, "bad_start", id="a position besides"),
    ],
)
async def test_a_fork_that_cannot_be_is_refused(play: Playing, asked: dict[str, Any], code: str) -> None:
    await play_out(play)
    answer = await fork(play, "r2", **asked)
    assert (answer.outcome, answer.code) == ("rejected", code)
    assert await play.log("r2") == []


async def test_a_fork_has_as_many_seats_as_its_source(play: Playing) -> None:
    await play.start(game="sealed", seats=BIDDERS)
    await play.command("r1", "host", None, {"type": "close"})
    answer = await fork(play, "r2", 1, game="sealed", seats=PERSONS)
    assert (answer.outcome, answer.code) == ("rejected", "bad_start")


# A game under way


async def test_a_running_game_is_forked_only_into_the_room_that_its_log_names(play: Playing) -> None:
    await play.start()
    assert (await fork(play, "r2", 1)).code == "source_runs"
    copied = await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r3"})
    assert copied.outcome == "accepted"
    assert (await fork(play, "r4", 1)).code == "source_runs"
    assert (await fork(play, "r5", 2)).code == "source_runs"
    assert (await fork(play, "r3", 1)).outcome == "accepted"


async def test_the_record_of_a_copy_changes_nothing_in_the_game(play: Playing) -> None:
    await play.start()
    before = (await play.pages())[-1].table.state
    await play.server.advance(7_000)
    await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    page = (await play.pages())[-1]
    assert [type(event) for event, _ in page.steps] == [GameForked]
    assert page.table.state == before
    first = before.position.first
    assert (await play.place(first, 4)).outcome == "accepted"


async def test_a_log_with_the_record_of_a_copy_verifies(play: Playing) -> None:
    await play.start()
    await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    await play.command("r1", "player", 0, {"type": "resign"})
    await fork(play, "r2", 1)
    await play.command("r2", "player", 0, {"type": "resign"})
    for room in ("r1", "r2"):
        report = verify(await stored_log(play.events.games.read(room)), ALL)
        assert (report.failure, report.complete) == (None, True)


async def test_a_bot_that_was_asked_before_a_copy_may_answer_after_it(play: Playing) -> None:
    await play.start(seats=("easy", "easy"))
    (question,) = await play.questions(1)
    await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    move = question.options[0]["command"]
    answer = await play.command("r1", "bot", question.seat, move, question=question.question)
    assert answer.outcome == "accepted"


async def test_everybody_is_told_of_a_copy_in_their_own_count(play: Playing) -> None:
    await play.start(game="sealed", seats=BIDDERS)
    for seat in (0, 1):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 1})
    asked = {"type": "fork", "seq": 3, "into": "r2"}
    assert (await play.command("r1", "admin", None, asked)).outcome == "accepted"
    await play.server.settle()
    table = (await play.pages())[2].table
    told = {reader: play.sent_to(reader)[-1].told for reader in (0, 1, 2, None)}
    assert {reader: lines[0]["type"] for reader, lines in told.items()} == dict.fromkeys(told, "GameForked")
    assert all(line.keys() == {"type", "number"} for lines in told.values() for line in lines)
    # Seat 2 was shown nothing of the secret bids: in its count the game stood at its first view.
    assert told[2][0]["number"] == told[None][0]["number"] == 1
    assert told[0][0]["number"] <= 2 <= table.seq


@pytest.mark.parametrize(
    ("origin", "body", "code"),
    [
        pytest.param("admin", {"type": "fork", "seq": 2, "into": "r2"}, "no_such_entry", id="past the end"),
        pytest.param("admin", {"type": "fork", "seq": 0, "into": "r2"}, "malformed", id="before the start"),
        pytest.param("admin", {"type": "fork", "seq": 1}, "malformed", id="into no room"),
        pytest.param("host", {"type": "fork", "seq": 1, "into": "r2"}, "unknown_command", id="no operator"),
        pytest.param("player", {"type": "fork", "seq": 1, "into": "r2"}, "unknown_command", id="a player"),
    ],
)
async def test_a_copy_that_cannot_be_is_refused(
    play: Playing, origin: Any, body: dict[str, Any], code: str
) -> None:
    await play.start()
    answer = await play.command("r1", origin, 0 if origin == "player" else None, body)
    assert (answer.outcome, answer.code) == ("rejected", code)
    assert len(await play.log()) == 1


async def test_a_game_that_is_over_takes_no_record_of_a_copy(play: Playing) -> None:
    await play_out(play)
    answer = await play.command("r1", "admin", None, {"type": "fork", "seq": 1, "into": "r2"})
    assert (answer.outcome, answer.code) == ("rejected", "game_over")


# Other players


async def test_who_plays_the_seats_of_a_fork_is_its_own_affair() -> None:
    async with playing() as play:
        await play.start(game="sealed", seats=("person", "random", "person"))
        await play.command("r1", "host", 0, {"type": "leave"})
        await play.command("r1", "host", None, {"type": "close"})
        seats = ("person", "person", "random")
        assert (await fork(play, "r2", 2, game="sealed", seats=seats)).outcome == "accepted"
        (page,) = await play.pages("r2")
        assert page.table.state.players == ("person", "person", "bot")
        answer = await play.command("r2", "player", 0, {"type": "bid", "coins": 1})
        assert answer.outcome == "accepted"


async def test_a_person_plays_a_seat_that_the_sources_position_gives_to_a_bot(
    play: Playing,
) -> None:
    await play.start(game="fetih", seats=("standard", "standard"))
    await play.command("r1", "host", None, {"type": "close"})
    assert (await fork(play, "r2", 1, game="fetih", seats=PERSONS)).outcome == "accepted"
    wait = (await play.pages("r2"))[-1].table.state.wait
    assert isinstance(wait, Wait)
    (seat,) = wait.seats
    answer = await play.command("r2", "player", seat, {"type": "pick_region", "region": "egypt"})
    assert answer.outcome == "accepted"
    gone = await play.command("r2", "host", 1 - seat, {"type": "leave"})
    assert gone.outcome == "accepted"


async def test_a_fork_keeps_from_each_reader_what_the_game_hides() -> None:
    async with playing() as play:
        await play.start(game="sealed", seats=BIDDERS)
        await play.command("r1", "player", 1, {"type": "bid", "coins": 2})
        await play.command("r1", "host", None, {"type": "close"})
        await fork(play, "r2", 2, game="sealed", seats=BIDDERS)
        game = ALL["sealed"]
        position = (await positions(play))[1]
        for reader in (0, 1, 2, None):
            answer = (await play.ask("r2", AskView(reader=reader))).answer
            assert answer is not None
            assert answer["view"] == game.view(position, reader)
        sent = [view.told for view in play.views if view.room == "r2"]
        assert all(line == {"type": "PositionLoaded"} for told in sent for line in told[1:])


# What an edge learns


async def test_an_edge_is_offered_what_a_fork_would_be_once_the_game_is_over(play: Playing) -> None:
    await play.start(options={"turn_seconds": 30})
    running = await play.ask("r1", AskFork(seq=1))
    await play.command("r1", "host", None, {"type": "close"})
    over = await play.ask("r1", AskFork(seq=1))
    assert running.refused is not None
    assert running.refused.code == "not_yet"
    assert over.answer == {
        "game": "tictactoe",
        "options": {"turn_seconds": 30},
        "seats": 2,
        "head": (await heads_of(play))[0],
    }


@pytest.mark.parametrize(("seq", "code"), [(6, "game_over"), (7, "no_such_position")])
async def test_an_edge_is_offered_no_fork_of_an_end(play: Playing, seq: int, code: str) -> None:
    await play_out(play)
    refused = (await play.ask("r1", AskFork(seq=seq))).refused
    assert refused is not None
    assert refused.code == code


async def test_views_name_the_entry_of_the_log_only_once_the_game_is_over(play: Playing) -> None:
    await play.start()
    first = (await play.pages())[0].table.state.position.first
    for turn, cell in enumerate((4, 0, 3, 1)):
        await play.place((first + turn) % 2, cell)
    asked = AskPosition(reader=0, number=3)
    running = (await play.ask("r1", asked)).answer
    await play.place(first, 5)
    over = (await play.ask("r1", asked)).answer
    await play.server.settle()
    assert running is not None
    assert over is not None
    assert (running["seq"], over["seq"]) == (None, 3)
    assert [view.seq for view in play.sent_to(0)] == [None, None, None, None, None, 6]
