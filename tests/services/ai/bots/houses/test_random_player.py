"""The random player of Game of Houses."""

import random

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.position import Position
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Json
from services.ai.bots.houses import random_player
from tests.games.houses.given import given, when


def answer(position: Position, seat: int, seed: int = 0) -> Json:
    options = [option_to_json(option) for option in GAME_OF_HOUSES.options(position, seat)]
    view = GAME_OF_HOUSES.view(position, seat)
    return random_player(view, options, random.Random(seed))


def test_a_partners_sheet_is_confirmed_and_not_replaced() -> None:  # H108
    position = given(seats=[0, 1, 2, 3, 4, 0])
    assert answer(position, 5)["type"] == "submit_orders"
    position, _ = when(position, 0, "submit_orders", orders=[])
    assert answer(position, 5) == {"type": "confirm_orders"}


def test_a_bribed_noble_is_left_to_what_he_must_do() -> None:  # H79
    forced = {"by": 1, "activity": "praise", "target": "h0c1"}
    position = given(
        characters={"h0c2": {"forced": forced}}, houses=[{"extra": {"favour": True}}, {}, {}, {}, {}]
    )
    for seed in range(30):
        assert all(order["by"] != "h0c2" for order in answer(position, 0, seed)["orders"])


def test_every_activity_within_reach_is_ordered_some_time() -> None:
    prince = {"prestige": 7, "retainer": {"hireling": "minstrel", "since": 1}}
    position = given("h0c5", turn=9, characters={"h0c5": {"prestige": 20}, "h0c1": prince})
    ordered = {
        order["activity"]
        for seed in range(300)
        for order in answer(position, 0, seed)["orders"]
        if order["by"] in ("h0c1", "h0c5")
    }
    assert ordered == {
        *("favour", "command", "royal_guard", "appoint_attendant", "feast", "execute"),
        *("party", "marriage", "appoint_servant", "errand"),
    }
