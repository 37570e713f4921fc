"""What the bot of fetih answers in a position, and the proof that the rules take it."""

import random
from typing import Any

from libs.games.fetih import FETIH
from libs.games.fetih.position import Position
from libs.games.kit.chance import SeededChance
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Json
from services.ai.bots import Bot
from services.ai.bots.fetih import standard


def answer(count: int, seat: int = 0, bot: Bot = standard, **fields: Any) -> Json:
    """The bot's command for a seat of that position."""
    position = FETIH.load({"options": {"seats": count}, **fields})
    return asked(position, seat, bot)


def asked(position: Position, seat: int, bot: Bot = standard, seed: int = 0) -> Json:
    options = [option_to_json(option) for option in FETIH.options(position, seat)]
    command = bot(FETIH.view(position, seat), options, random.Random(seed))
    FETIH.decide(position, seat, command, SeededChance(b"any", 1))
    return command


def turn(position: Position, seat: int, bot: Bot = standard) -> tuple[list[Json], Json]:
    """All that the bot does until its turn is over, and the position then."""
    given: list[Json] = []
    while position.phase == "play" and position.turn == seat:
        given.append(asked(position, seat, bot))
        for event in FETIH.decide(position, seat, given[-1], SeededChance(b"turn", len(given))):
            position = FETIH.evolve(position, event)
    return given, FETIH.dump(position)


def owned(owner: int, *names: str, **fields: Any) -> dict[str, Json]:
    """Regions of that seat, each with these fields."""
    return {name: {"owner": owner, **fields} for name in names}
