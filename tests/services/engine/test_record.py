"""The whole log as it is stored, given out once a game is over."""

import pytest

from libs.events.views import AskRecord, RecordPage
from libs.events.wire import validate
from services.engine import asks
from tests.services.engine.playing import Playing


async def record(play: Playing, start: int = 1, limit: int = 500) -> RecordPage:
    return validate(RecordPage, (await play.ask("r1", AskRecord(start=start, limit=limit))).answer)


async def play_to_the_end(play: Playing) -> None:
    await play.start()
    turn = (await play.pages())[-1].table.state.position.turn
    await play.place(turn, 4)
    await play.command("r1", "player", turn, {"type": "resign"})


async def test_the_log_of_a_game_that_is_over_is_given_as_it_is_stored(play: Playing) -> None:
    await play_to_the_end(play)
    page = await record(play)
    assert list(page.log) == [stored.data for stored in await play.log()]
    assert page.next is None
    last = (await play.pages())[-1].table
    assert (page.header["entries"], page.header["head"]) == (3, last.hash.hex())
    assert page.header["result"]["reason"] == "resigned"


async def test_the_log_of_a_running_game_is_not_given_out(play: Playing) -> None:
    await play.start()
    refused = (await play.ask("r1", AskRecord())).refused
    assert refused is not None
    assert refused.code == "not_yet"


async def test_the_log_comes_in_pages_of_so_many_entries(play: Playing) -> None:
    await play_to_the_end(play)
    first, rest = await record(play, limit=2), await record(play, start=3, limit=2)
    assert (first.next, rest.next) == (3, None)
    assert [*first.log, *rest.log] == [stored.data for stored in await play.log()]


async def test_a_page_of_the_log_ends_before_it_grows_too_large(
    play: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_to_the_end(play)
    monkeypatch.setattr(asks, "LARGE_ANSWER", 1)
    page = await record(play)
    assert (len(page.log), page.next) == (1, 2)
