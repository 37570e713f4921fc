"""Game of Houses: how long games are, when a king comes, how often another house comes to rule, and how."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from divan.simulation.figures import share_with_interval, spread
from divan.simulation.statistics import Statistics
from libs.games.houses.events import (
    CharacterDied,
    Event,
    GameEnded,
    HouseBecameEnemy,
    KingCrowned,
    KingDeposed,
    ThroneVacant,
    TurnBegan,
)
from libs.games.houses.position import Position
from libs.games.kit.game import Json
from libs.games.kit.table import Table


def figures(table: Table[Position, Event]) -> dict[str, Json]:
    """One game: its turns, the turn of the first king, changes of the ruling house, their causes, the end."""
    game: dict[str, Any] = {"turns": 1, "first_king": None, "changes": 0, "ending": None}
    counted: Counter[str] = Counter()
    changes: Counter[str] = Counter()
    ruler: int | None = None
    cause = "rank"
    for entry in table.entries:
        for event in entry.events:
            match event:
                case TurnBegan():
                    game["turns"], cause = event.turn, "rank"
                case KingDeposed():
                    cause = event.cause
                case KingCrowned():
                    if ruler is None:
                        game["first_king"] = game["turns"]
                    elif ruler != event.house:
                        game["changes"] += 1
                        changes[cause] += 1
                    ruler = event.house
                case CharacterDied():
                    counted["deaths"] += 1
                case HouseBecameEnemy():
                    counted["enemies"] += 1
                case ThroneVacant():
                    counted["vacancies"] += 1
                case GameEnded():
                    game["ending"] = event.cause
                case _:
                    pass
    return game | {"causes": dict(changes), "counted": dict(counted)}


def report(games: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    changes: Counter[str] = Counter()
    for game in games:
        changes.update(game["causes"])
    kings = [game["first_king"] for game in games if game["first_king"] is not None]
    return {
        "turns": spread([game["turns"] for game in games]),
        "first_king": {**spread(kings), "none": len(games) - len(kings)},
        "changed": share_with_interval(sum(game["changes"] > 0 for game in games), len(games)),
        "changes": spread([game["changes"] for game in games]),
        "causes": dict(changes.most_common()),
        "endings": {
            ending: share_with_interval(count, len(games))
            for ending, count in Counter(game["ending"] for game in games).most_common()
            if ending is not None
        },
        "per_game": {
            what: round(sum(game["counted"].get(what, 0) for game in games) / max(len(games), 1), 2)
            for what in ("deaths", "enemies", "vacancies")
        },
    }


def lines(told: Mapping[str, Json]) -> Iterator[str]:
    turns, kings = told["turns"], told["first_king"]
    yield f"turns: mean {turns['mean']}, median {turns['median']}, 10 % {turns['p10']}, 90 % {turns['p90']}"
    yield (
        f"first king: median turn {kings['median']}, 90 % by turn {kings['p90']}; "
        f"none in {kings['none']} games"
    )
    changed, changes = told["changed"], told["changes"]
    yield (
        f"another house came to rule in {changed['share']:.1%} of games "
        f"(95 % between {changed['low']:.1%} and {changed['high']:.1%}), "
        f"{changes['mean']} times a game: "
        + (", ".join(f"{cause} {count}" for cause, count in told["causes"].items()) or "never")
    )
    for ending, share in told["endings"].items():
        yield (
            f"ended by {ending}: {share['share']:.1%} "
            f"(95 % between {share['low']:.1%} and {share['high']:.1%})"
        )
    yield "per game: " + ", ".join(f"{what} {number}" for what, number in told["per_game"].items())


def round_of(position: Position) -> int:
    return position.turn


def ahead(position: Position) -> tuple[int, ...]:
    """The seats of the houses with the most crowns."""
    most = max(house.crowns for house in position.houses)
    return tuple(seat for seat, house in enumerate(position.seats) if position.houses[house].crowns == most)


HOUSES = Statistics(figures=figures, report=report, lines=lines, round_of=round_of, ahead=ahead)
