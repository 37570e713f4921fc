"""What a bot of Game of Houses answers in a position, and the proof that the rules take it."""

import random

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.position import Position
from libs.games.kit.chance import SeededChance
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Json
from services.ai.bots import Bot
from services.ai.bots.houses import standard


def asked(position: Position, seat: int = 0, seed: int = 0, bot: Bot = standard) -> Json:
    """The command of that seat; Rejected if the rules refuse it."""
    options = [option_to_json(option) for option in GAME_OF_HOUSES.options(position, seat)]
    command: Json = bot(GAME_OF_HOUSES.view(position, seat), options, random.Random(seed))
    GAME_OF_HOUSES.decide(position, seat, command, SeededChance(b"none is drawn", 1))
    return command


def ordered_to(
    position: Position, by: str, seed: int = 0, bot: Bot = standard
) -> list[tuple[Json, Json, Json]]:
    """What seat 0 orders that noble: activity, target and hireling."""
    orders = asked(position, 0, seed, bot)["orders"]
    return [
        (order["activity"], order.get("target"), order.get("hireling"))
        for order in orders
        if order["by"] == by
    ]


def ever_ordered_to(position: Position, by: str, bot: Bot = standard) -> set[tuple[Json, Json, Json]]:
    """The same with any of many seeds."""
    return {deed for seed in range(100) for deed in ordered_to(position, by, seed, bot)}
