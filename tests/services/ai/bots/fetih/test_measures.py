"""The players that the bot of fetih is measured against (F214)."""

import random
from collections import Counter

import pytest

from libs.games.fetih import FETIH
from libs.games.fetih.tables import CONTINENTS
from libs.games.kit.codec import option_to_json
from libs.runtime.bots import kinds
from services.ai.bots import players
from services.ai.bots.fetih.measures import MOST_COMMANDS, RandomPlayer, greedy
from tests.services.ai.bots.fetih.asked import answer, owned, turn

EUROPE = next(continent.regions for continent in CONTINENTS if continent.id == "europe")
RICH = {"wood": 40, "stone": 40, "food": 40, "gold": 40}


def test_they_can_be_simulated_and_sit_in_no_room() -> None:
    assert players("fetih").keys() == {"standard", "random", "greedy"}
    assert kinds("fetih") == ("standard",)


def test_each_seat_of_each_game_gets_a_random_player_of_its_own() -> None:
    make = players("fetih")["random"]
    assert make() is not make()


def test_the_random_player_ends_its_turn_after_thirty_commands() -> None:
    regions = owned(0, *EUROPE, units={"infantry": 1}, village=True) | owned(1, "congo")
    position = FETIH.load({"options": {"seats": 2}, "regions": regions, "seats": [{"resources": RICH}]})
    lengths = set()
    for seed in range(6):
        player, rng = RandomPlayer(), random.Random(seed)
        options = [option_to_json(option) for option in FETIH.options(position, 0)]
        given = (player(FETIH.view(position, 0), options, rng)["type"] for _ in range(MOST_COMMANDS + 1))
        lengths.add(next(number for number, kind in enumerate(given) if kind == "end_turn"))
    assert max(lengths) == MOST_COMMANDS


def test_the_random_player_gives_any_of_its_commands() -> None:
    regions = owned(0, "alaska", "northern_canada", units={"infantry": 2}, village=True)
    position = FETIH.load(
        {"options": {"seats": 2}, "regions": regions | owned(1, "congo"), "seats": [{"resources": RICH}]}
    )
    options = [option_to_json(option) for option in FETIH.options(position, 0)]
    given: Counter[str] = Counter()
    for seed in range(200):
        command = RandomPlayer()(FETIH.view(position, 0), options, random.Random(seed))
        given[command["type"]] += 1
    assert given.keys() == {"train", "build", "advance_age", "attack", "ship", "end_turn"}


@pytest.mark.parametrize("bot", [RandomPlayer(), greedy])
def test_they_decline_everything(bot: RandomPlayer) -> None:
    regions = owned(0, "alaska") | owned(1, "congo") | owned(2, "peru")
    command = answer(3, bot=bot, turn=1, regions=regions, alliance_offers=[{"from": 1, "to": 0}])
    assert command == {"type": "decline_alliance", "from": 1}


def test_the_greedy_player_advances_builds_trains_attacks_and_ends() -> None:
    regions = owned(0, "alaska", units={}, number=6, village=True)
    regions |= owned(0, "northern_canada", units={}, number=8) | owned(1, "congo")
    hand = {"wood": 7, "stone": 10, "food": 9, "gold": 14}
    position = FETIH.load({"options": {"seats": 2}, "regions": regions, "seats": [{"resources": hand}]})
    given = [command["type"] for command in turn(position, 0, greedy)[0]]
    assert given[:4] == ["advance_age", "build", "train", "train"]
    assert "attack" in given
    assert given[-1] == "end_turn"


def test_the_greedy_player_does_not_attack_below_sixty() -> None:
    regions = owned(0, "alaska", units={"infantry": 1}) | owned(1, "congo")
    assert answer(2, bot=greedy, regions=regions) == {"type": "end_turn"}


def test_the_greedy_player_ships_inland_soldiers_to_a_border() -> None:
    oceania = next(continent.regions for continent in CONTINENTS if continent.id == "oceania")
    regions = owned(0, *oceania, units={}) | owned(1, "southeast_asia", units={"tank": 9})
    regions["new_zealand"]["units"] = {"cavalry": 3}
    command = answer(2, bot=greedy, regions=regions)
    assert command == {
        "type": "ship",
        "from": "new_zealand",
        "to": "philippines",
        "units": {"cavalry": 3},
    }
