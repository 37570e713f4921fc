"""Positions at random, in the form of section 14, in which much can happen."""

from random import Random

from tests.games.houses.naive.board import Json, house_of, living, living_of, role, without_nulls
from tests.games.houses.naive.sheets import some_then
from tests.games.houses.naive.table import HIRELINGS, ROLES, SPECIALS

TEMPERS = [
    [0, 1, 2, 3, 4],
    [5],
    [10],
    [9, 10, 10, 11, 12],
    [0, 0, 1, 2, 3, 3, 4, 5],
    [0, 2, 3, 4, 5, 7, 7, 10],
    [3, 5, 7, 8, 10, 10, 12, 15],
    [7, 10, 14, 15, 15, 16, 20, 21],
]
"""Where prestige is drawn from: round about what activities need, and often equal."""

PURSES = [[0, 0, 3, 3, 7], [7], [3, 12, 16, 18, 19]]
"""Where crowns are drawn from: poor, equal, near the end."""


def random_position(rng: Random) -> Json:
    """A valid position before its orders, for five seats, with every field there."""
    turn = rng.choice([2, 3, 5, 8, 12, 19, 20, 20])
    position: Json = {
        "turn": turn,
        "phase": "orders",
        "max_turns": 20 if rng.random() < 0.3 else 40,
        "turn_seconds": 600,
        "seats": rng.sample(range(5), 5),
        "characters": {},
        "throne": {"king": None, "house": None, "since": None, "reigns": 0, "barred": []},
        "commands": [],
        "houses": [],
        "announcements": [],
        "result": None,
    }
    temper = rng.choice(TEMPERS)
    purse = rng.choice(PURSES)
    for house in range(5):
        position["houses"].append(some_house(house, turn, purse, rng))
        some_nobles(position, house, temper, rng)
    if rng.random() < 0.8:
        seat_a_king(position, temper, rng)
    elif rng.random() < 0.7:
        position["throne"]["reigns"] = rng.randint(1, 3)
        position["throne"]["barred"] = rng.sample(living(position), rng.randint(0, 2))
    some_forced(position, rng)
    some_commands(position, rng)
    return position


def some_house(house: int, turn: int, purse: list[int], rng: Random) -> Json:
    others = [other for other in range(5) if other != house]
    return {
        "crowns": rng.choice(purse),
        "status": "none",
        "enemy_since": None,
        "vacancies": [],
        "specials_used": rng.sample(SPECIALS, rng.choice([0, 0, 0, 1, 2])),
        "extra": {"favour": rng.random() < 0.3, "trade": rng.random() < 0.3},
        "standing": {
            "veto": rng.sample(others, rng.randint(0, 4)),
            "if_deposed": rng.choice([None, *ROLES, "leave"]),
            "education": rng.sample(ROLES[1:], rng.randint(0, 3)),
        },
        "sheet": None,
        "reports": [],
    }


def some_nobles(position: Json, house: int, temper: list[int], rng: Random) -> None:
    """One noble a role or an empty place; a few who are gone; never a house without nobles."""
    turn = position["turn"]
    number = 5 if rng.random() < 0.7 else 9
    characters = position["characters"]
    for gone in range(1, number):
        characters[f"h{house}c{gone}"] = None
    empty = set(rng.sample(ROLES, rng.choice([0, 0, 0, 0, 1, 1, 2])))
    for index, wanted in enumerate(ROLES):
        if wanted in empty:
            returns = turn + rng.randint(1, 4)
            position["houses"][house]["vacancies"].append({"role": wanted, "returns": returns})
            continue
        new = number > 5 and rng.random() < 0.5
        characters[f"h{house}c{index + 5 if new else index + 1}"] = some_noble(
            house, wanted, turn, temper, rng
        )


def some_noble(house: int, wanted: str, turn: int, temper: list[int], rng: Random) -> Json:
    retainer = None
    if wanted in ("prince", "king") and rng.random() < 0.6:
        retainer = {
            "hireling": rng.choice(list(HIRELINGS)),
            "since": max(1, turn - rng.randint(1, 6)),
        }
    return {
        "house": house,
        "role": wanted,
        "prestige": rng.choice(temper),
        "limited_turn": rng.choice([None, None, None, turn - 1, max(1, turn - 2)]),
        "forced": None,
        "retainer": retainer,
        "veto_used": wanted == "vizier" and rng.random() < 0.2,
    }


def seat_a_king(position: Json, temper: list[int], rng: Random) -> None:
    """A king of some house, who has ruled for a while, and the sides of the others."""
    turn, house = position["turn"], rng.randrange(5)
    number = max(int(noble.split("c")[1]) for noble in position["characters"] if house_of(noble) == house)
    king = f"h{house}c{number + 1}"
    position["characters"][king] = some_noble(house, "king", turn, temper, rng)
    since = max(1, turn - rng.randint(1, 7))
    position["throne"] = {
        "king": king,
        "house": house,
        "since": since,
        "reigns": rng.randint(1, 4),
        "barred": [],
    }
    enmity = rng.choice([0.2, 0.5, 0.8])
    for other in range(5):
        entry = position["houses"][other]
        entry["status"] = "ruling" if other == house else "loyal"
        if other == house:
            entry["crowns"] = min(entry["crowns"], 19)
        elif turn - 1 > since and rng.random() < enmity:
            entry["status"] = "enemy"
            entry["enemy_since"] = rng.randint(since + 1, turn - 1)


def some_forced(position: Json, rng: Random) -> None:
    """H79: what was bribed last turn, sometimes beyond his reach or for a role he had before."""
    often = rng.choice([0, 0.1, 0.1, 0.3])
    for noble in living(position):
        if rng.random() < often:
            briber = rng.choice([house for house in range(5) if house != house_of(noble)])
            model = noble
            if rng.random() < 0.1:
                model = rng.choice(living_of(position, house_of(noble)))
            position["characters"][noble]["forced"] = {
                "by": briber,
                **without_nulls(some_then(position, model, rng)),
            }


def some_commands(position: Json, rng: Random) -> None:
    """H41: at most one a turn from the king, two with an extra; sometimes to one who is gone since."""
    ruling = position["throne"]["house"]
    if ruling is None or rng.random() < 0.4:
        return
    nobles = [noble for noble in living(position) if house_of(noble) != ruling]
    for noble in rng.sample(nobles, rng.randint(1, 2)):
        assert role(position, noble) != "king"
        then = without_nulls(some_then(position, noble, rng))
        to = noble
        if rng.random() < 0.1:
            gone = [one for one, him in position["characters"].items() if him is None]
            to = next((one for one in gone if house_of(one) == house_of(noble)), noble)
        position["commands"].append({"character": to, "then": then})
