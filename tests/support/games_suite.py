"""All checks at once over seeded walks: for a game that is not in the catalogue yet, and for faulty ones."""

import random

from libs.games.kit.chance import SeededChance
from tests.support import games_checks as checks
from tests.support.games_walk import AnyGame, filled, walk

KEY = b"a key for checks"


def check_game(game: AnyGame, walks: int = 60) -> None:
    """AssertionError with a sentence if the game breaks what every game must hold."""
    for seed in range(walks):
        check_walk(game, seed)


def check_walk(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.choice(game.seats)
    table = walk(game, seats, seed, [rng.randrange(2**20) for _ in range(rng.randrange(30))])
    position = table.position
    checks.check_position_form(game, position)
    checks.check_waiting(game, position, seats)
    checks.check_views(game, position, seats)
    checks.check_history(table)
    checks.check_options(game, position, seats, lambda: SeededChance(KEY, 7))
    for viewer in (None, *range(seats)):
        other = checks.check_disguise(game, position, viewer, rng, table.entries[-1].events)
        for seat in range(seats):
            for option in game.options(position, seat):
                pair = [dict(option.command), filled(option, rng)]
                for command in pair:
                    checks.check_same_draws(game, position, seat, command, KEY)
                    checks.check_refusal(game, position, seat, command, KEY)
                    checks.check_same_told(game, position, other, viewer, seat, command, KEY)
                if seat == viewer:
                    checks.check_same_refusals(game, position, other, viewer, pair, KEY)
                else:
                    checks.check_secret_fields(game, position, viewer, seat, pair, KEY)
        checks.check_same_told(game, position, other, viewer, None, {"type": "lapse"}, KEY)
