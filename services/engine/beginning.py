"""The first entry: who sits where, what chance is made of, and the game's first events."""

import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from libs.events.commands import Start, StartSeat
from libs.events.wire import Malformed, validate
from libs.games.kit.chance import Chance
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import complete_options
from libs.runtime.platform_events import BegunSeat, GameBegun, PositionLoaded
from libs.runtime.state import AnyGame
from services.engine.keyring import Secrets
from services.engine.rejections import BAD_START, NO_SUCH_SOURCE

SEED = re.compile(r"(?:[0-9a-f]{2}){16,64}")
"""A person's seed: 16 to 64 bytes as lower-case hex."""


def read_start(body: Mapping[str, Any], games: Mapping[str, AnyGame]) -> Start:
    """The start command, its options complete. Raises Rejected where no game can begin like this."""
    try:
        start = validate(Start, body)
    except Malformed as error:
        raise Rejected(BAD_START, {"reason": str(error)}) from error
    game = games.get(start.game)
    if game is None:
        raise Rejected(BAD_START, {"reason": f'there is no game "{start.game}"'})
    if len(start.seats) not in game.seats:
        raise Rejected(BAD_START, {"reason": f"{len(start.seats)} seats are not possible"})
    try:
        options = complete_options(game.setup, start.options)
    except ValueError as error:
        raise Rejected(BAD_START, {"reason": f"options: {error}"}) from error
    if start.position is not None and start.fork is not None:
        raise Rejected(BAD_START, {"reason": "a game begins from one position"})
    if any((seat.player == "bot") != (seat.bot is not None) for seat in start.seats):
        raise Rejected(BAD_START, {"reason": "a bot's seat names its kind, a person's does not"})
    return replace(start, options=options)


def gave_seed(seat: StartSeat) -> bool:
    """Whether the person gave a seed, and it is the one that was committed to."""
    if seat.seed is None or not SEED.fullmatch(seat.seed):
        return False
    return sha256(bytes.fromhex(seat.seed)).hexdigest() == seat.seed_hash


def begun(room: str, start: Start, secrets: Secrets) -> GameBegun:
    """The platform's first event. A seed that does not fit its hash counts as not given."""
    key, commitment, version = secrets.commitment(room)
    return GameBegun(
        seats=tuple(
            BegunSeat(
                player=seat.player,
                bot=seat.bot,
                seed_hash=seat.seed_hash,
                seed=seat.seed if gave_seed(seat) else None,
            )
            for seat in start.seats
        ),
        options=start.options,
        key=key,
        commitment=commitment,
        chance=version,
        silent=tuple(
            number
            for number, seat in enumerate(start.seats)
            if seat.player == "person" and not gave_seed(seat)
        ),
    )


def first_events(game: AnyGame, start: Start, chance: Chance, forked: PositionLoaded | None) -> list[Any]:
    """The game's own first events, the given position, or the forked one. Raises Rejected."""
    if start.fork is not None:
        if forked is None or forked.fork != start.fork:
            raise Rejected(NO_SUCH_SOURCE)
        return [forked]
    if start.position is not None:
        try:
            game.load(start.position)
        except ValueError as error:
            raise Rejected(BAD_START, {"reason": str(error)}) from error
        return [PositionLoaded(position=start.position)]
    try:
        return list(game.start(start.options, players(start), chance))
    except ValueError as error:
        raise Rejected(BAD_START, {"reason": str(error)}) from error


def players(start: Start) -> list[str]:
    """For each seat "person" or the kind of bot, as games take it."""
    return [seat.bot if seat.bot is not None else "person" for seat in start.seats]
