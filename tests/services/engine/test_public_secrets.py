"""Two games that differ only in what spectators may not know leave the same public stream, byte by byte."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from libs.events.ports import Stored
from libs.events.public import PublicEntry, PublicGame, unpack_public
from libs.games.kit.game import Wait
from tests.services.engine.playing import ALL, Playing, playing
from tests.services.engine.test_publishing import PUBLISHING, is_told
from tests.support.games_walk import filled, walk

SECONDS = 9.0
"""After so many, which no deadline is as short as, both games are closed."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run left: the stream but for the whole, and how many entries its log has."""

    stream: list[Stored]
    entries: int


async def run(game: str, seats: int, position: Any, rng: random.Random, hidden: int) -> Ran:
    """From a position so many secret things are done, at any time and by anybody; then the game is closed."""
    async with playing(config=PUBLISHING) as play:
        start = {
            "type": "start",
            "game": game,
            "options": {},
            "seats": [{"player": "person"}] * seats,
            "position": ALL[game].dump(position),
        }
        assert (await play.command("r1", "host", None, start, id="start")).outcome == "accepted"
        moments = sorted(rng.randrange(int(SECONDS * 1000)) for _ in range(hidden))
        now = 0
        for moment in moments:
            await play.server.advance(moment - now)
            now = moment
            await _secretly(play, game, seats, rng)
        await play.server.advance(int(SECONDS * 1000) - now)
        await play.command("r1", "host", None, {"type": "close", "reason": "owner"}, id="close")
        await is_told(play)
        stream = [stored async for stored in play.events.public.read("r1")]
        running = [
            each for each in stream if not isinstance(unpack_public(each.data), PublicGame | PublicEntry)
        ]
        return Ran(running, len(await play.log()))


async def _secretly(play: Playing, game: str, seats: int, rng: random.Random) -> None:
    """Somebody does something that spectators are not shown; but the first seat, for whom all wait."""
    secret = {"bid", "rob", "submit_orders", "confirm_orders"}
    for _ in range(20):
        position = (await play.pages())[-1].table.state.position
        seat = rng.randrange(1, seats)
        asked: dict[str, Any] = {"type": rng.choice(["leave", "return"])}
        options = [each for each in ALL[game].options(position, seat) if each.command["type"] in secret]
        if not options or rng.random() < 0.3:
            answer = await play.command("r1", "host", seat, asked)
        else:
            option = rng.choice(options)
            asked = filled(option, rng) if rng.random() < 0.5 else dict(option.command)
            answer = await play.command("r1", "player", seat, asked)
        if answer.outcome == "accepted":
            return
    raise AssertionError("nothing is left to be done in secret")


def bidding(seed: int) -> Any:
    """The first position of Sealed: whoever is the last to bid reveals all bids."""
    return walk(ALL["sealed"], 4, seed, ()).position


def ordering(seed: int) -> Any:
    """A position of Houses some turns into the game, in which the first seat has given no orders."""
    return next(
        table.position
        for moves in range(30, 90)
        if isinstance((table := walk(ALL["houses"], 5, seed, range(moves))).waiting, Wait)
        and 0 in table.waiting.bots
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "seats", "begin"), [("sealed", 4, bidding), ("houses", 5, ordering)])
async def test_what_spectators_are_not_shown_leaves_no_trace_while_a_game_runs(
    game: str, seats: int, begin: Callable[[int], Any], seed: int
) -> None:
    position, rng = begin(seed), random.Random(seed)
    disguised = ALL[game].disguise(position, None, rng.randrange)
    quiet = await run(game, seats, position, rng, 0)
    busy = await run(game, seats, disguised, rng, 6)
    other = await run(game, seats, position, rng, 3)
    assert quiet.stream == busy.stream == other.stream
    assert len(quiet.stream) == 3
    assert [each.entries for each in (quiet, busy, other)] == [2, 8, 5]


async def test_the_public_hears_of_an_open_move_alike_whatever_secret_ones_came_before() -> None:
    """The fold of a seat is shown: with its number and its time, as if nothing else had been."""

    async def told(secret: list[tuple[int, dict[str, Any]]]) -> list[Stored]:
        async with playing(config=PUBLISHING) as play:
            await play.start(game="sealed", seats=("person",) * 3)
            for seat, command in secret:
                await play.server.advance(700)
                await play.command("r1", "player", seat, command)
            await play.server.advance(5_000 - 700 * len(secret))
            assert (await play.command("r1", "player", 2, {"type": "fold"}, id="fold")).outcome == "accepted"
            await is_told(play)
            await asyncio.sleep(0)
            return [stored async for stored in play.events.public.read("r1")]

    quiet = await told([])
    assert len(quiet) == 3
    assert await told([(0, {"type": "bid", "coins": 1})]) == quiet
    assert await told([(1, {"type": "rob", "victim": 0}), (1, {"type": "bid", "coins": 2})]) == quiet
