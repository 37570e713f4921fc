"""Fetih: how long games are, when the age comes, who trains what, which place in the order wins, and how."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from divan.simulation.figures import share_with_interval, spread
from divan.simulation.statistics import Statistics
from libs.games.fetih.events import (
    AgeAdvanced,
    BattleFought,
    ContinentClaimLost,
    ContinentClaimMade,
    Event,
    GameStarted,
    GameWon,
    RegionEntered,
    SeatEliminated,
    StructureBuilt,
    TurnStarted,
    UnitsTrained,
)
from libs.games.fetih.position import Position
from libs.games.fetih.tables import STRUCTURES, UNITS
from libs.games.kit.game import Json
from libs.games.kit.table import Table

USUAL_ROUNDS = range(25, 61)
"""How long most games are meant to be."""


def figures(table: Table[Position, Event]) -> dict[str, Json]:
    """One game: its rounds, who advanced when, what was trained and built, who won from which place."""
    game: dict[str, Any] = {"rounds": 0, "advanced": {}, "winner_place": None, "reason": None}
    counted: Counter[str] = Counter()
    trained: Counter[str] = Counter()
    built: Counter[str] = Counter()
    for entry in table.entries:
        for event in entry.events:
            match event:
                case GameStarted():
                    game["seats"], order = event.seats, event.order
                case TurnStarted():
                    game["rounds"] = event.round
                case AgeAdvanced():
                    game["advanced"][str(event.seat)] = game["rounds"]
                case UnitsTrained():
                    trained[event.unit] += event.count
                case StructureBuilt():
                    built[event.structure] += 1
                case BattleFought():
                    counted["battles"] += 1
                    counted["battles_won"] += event.won
                case RegionEntered():
                    counted["walked_in"] += 1
                case SeatEliminated():
                    counted["eliminated"] += 1
                case ContinentClaimMade():
                    counted["claims"] += 1
                case ContinentClaimLost():
                    counted["claims_broken"] += 1
                case GameWon():
                    game["winner_place"], game["reason"] = order.index(event.seat), event.reason
                case _:
                    pass
    return game | {"trained": dict(trained), "built": dict(built), "counted": dict(counted)}


def report(games: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    rounds = [game["rounds"] for game in games]
    return {
        "rounds": {
            **spread(rounds),
            "most": max(rounds, default=0),
            "usual": _share(sum(length in USUAL_ROUNDS for length in rounds), len(games)),
            "fewer": _share(sum(length < USUAL_ROUNDS.start for length in rounds), len(games)),
        },
        "sword_age": _sword_age(games),
        "trained": _use(games, "trained", UNITS),
        "built": _use(games, "built", STRUCTURES),
        "places": _places(games),
        "endings": {
            reason: share_with_interval(count, len(games))
            for reason, count in Counter(game["reason"] for game in games).most_common()
            if reason is not None
        },
        "per_game": {
            what: round(sum(game["counted"].get(what, 0) for game in games) / max(len(games), 1), 2)
            for what in ("battles", "battles_won", "walked_in", "eliminated", "claims", "claims_broken")
        },
    }


def _share(part: float, of: float) -> float:
    return round(part / of, 4) if of else 0.0


def _sword_age(games: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """The part of a game that passes before a seat advances: the first to do so, and those that do."""
    first = [min(game["advanced"].values()) / game["rounds"] for game in games if game["advanced"]]
    each = [number / game["rounds"] for game in games for number in game["advanced"].values()]
    seats = sum(game["seats"] for game in games)
    return {
        "first": _share(sum(first), len(first)),
        "average": _share(sum(each), len(each)),
        "games_with_an_advance": _share(len(first), len(games)),
        "seats_that_advance": _share(len(each), seats),
    }


def _use(games: Sequence[Mapping[str, Json]], what: str, kinds: Sequence[str]) -> dict[str, Json]:
    """Of each kind: in which share of the games, and which share of all."""
    total = sum(sum(game[what].values()) for game in games)
    return {
        kind: {
            "of_games": _share(sum(kind in game[what] for game in games), len(games)),
            "of_all": _share(sum(game[what].get(kind, 0) for game in games), total),
        }
        for kind in kinds
    }


def _places(games: Sequence[Mapping[str, Json]]) -> list[dict[str, Json]]:
    """Of each place in the turn order, the wins, and how many times its fair share that is."""
    won = [game for game in games if game["winner_place"] is not None]
    fair = 1 / games[0]["seats"] if games else 1.0
    places = []
    for place in range(games[0]["seats"] if games else 0):
        found = dict(share_with_interval(sum(game["winner_place"] == place for game in won), len(won)))
        of_fair = {f"{name}_of_fair": round(found[name] / fair, 3) for name in ("share", "low", "high")}
        places.append({"place": place + 1, **found, **of_fair})
    return places


def lines(told: Mapping[str, Json]) -> Iterator[str]:
    rounds = told["rounds"]
    yield (
        f"rounds: mean {rounds['mean']}, median {rounds['median']}, 10 % {rounds['p10']}, "
        f"90 % {rounds['p90']}, most {rounds['most']}; {rounds['usual']:.0%} of games last "
        f"{USUAL_ROUNDS.start} to {USUAL_ROUNDS.stop - 1} rounds, {rounds['fewer']:.0%} fewer"
    )
    sword = told["sword_age"]
    yield (
        f"sword age: until {sword['first']:.2f} of the game for the first seat to advance, "
        f"{sword['average']:.2f} for those that do on average; {sword['seats_that_advance']:.0%} of seats "
        f"do, in {sword['games_with_an_advance']:.0%} of games"
    )
    for what in ("trained", "built"):
        yield f"{what}: " + ", ".join(
            f"{kind} in {use['of_games']:.0%} of games, {use['of_all']:.0%} of all"
            for kind, use in told[what].items()
        )
    for place in told["places"]:
        yield (
            f"place {place['place']} in the order: {place['won']} wins, {place['share_of_fair']} of a fair "
            f"share (95 % between {place['low_of_fair']} and {place['high_of_fair']})"
        )
    for reason, ending in told["endings"].items():
        yield (
            f"won by {reason}: {ending['share']:.1%} "
            f"(95 % between {ending['low']:.1%} and {ending['high']:.1%})"
        )
    yield "per game: " + ", ".join(f"{what} {number}" for what, number in told["per_game"].items())


def round_of(position: Position) -> int:
    return position.round


def ahead(position: Position) -> tuple[int, ...]:
    """Those with the most regions (F214)."""
    held = {seat: len(position.regions_of(seat)) for seat in position.playing}
    return tuple(sorted(seat for seat, count in held.items() if count == max(held.values())))


FETIH = Statistics(figures=figures, report=report, lines=lines, round_of=round_of, ahead=ahead)
