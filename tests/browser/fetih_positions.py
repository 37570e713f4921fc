"""Moments of a game of Fetih that tests want to see, by the view of the seat that is on turn."""

from collections.abc import Iterator
from typing import Any

from libs.games.fetih.tables import NEIGHBOURS

View = dict[str, Any]


def is_acting(view: View) -> bool:
    return bool(view["phase"] == "play" and view["turn"] == view["you"] and view["rolled"])


def ready(region: dict[str, Any]) -> int:
    return int(sum(region["units"].values()) - sum(region["used"].values()))


def regions_of(view: View) -> list[str]:
    return [name for name, region in view["regions"].items() if region["owner"] == view["you"]]


def battles(view: View) -> Iterator[str]:
    """Neutral regions with soldiers, next to ready soldiers of one's own."""
    for name, region in view["regions"].items():
        near = [other for other in NEIGHBOURS[name] if view["regions"][other]["owner"] == view["you"]]
        if region["owner"] is None and region["units"] and any(ready(view["regions"][one]) for one in near):
            yield name


def can_fight(view: View) -> bool:
    return is_acting(view) and any(battles(view))


def can_attack(view: View) -> bool:
    """Whether anything is within reach of ready soldiers, an ally's regions left out."""
    if not is_acting(view):
        return False
    friends = {view["you"]} | {seat for pair in view["alliances"] if view["you"] in pair for seat in pair}
    return any(
        view["regions"][other]["owner"] not in friends
        for name in regions_of(view)
        if ready(view["regions"][name])
        for other in NEIGHBOURS[name]
    )
