"""Step 8, treasurers: rules H65, H66 and H78."""

from collections import defaultdict

from libs.games.houses.carrying import (
    carried_out,
    done,
    end_step,
    face_authority,
    hostile_deed,
    void_reason,
)
from libs.games.houses.orders import deed_form, house_of
from libs.games.houses.position import Forced
from libs.games.houses.reports import report_act
from libs.games.houses.sides import are_allies
from libs.games.houses.tables import NUMBERS
from libs.games.houses.turn_state import Given, Turn

STEP = 8


def treasurers(turn: Turn) -> None:
    bribes = [given for given in turn.open("bribe") if void_reason(turn, given) is None]
    winning = _winning_bribes(turn, bribes)
    for given in carried_out(turn, "hire", "trade", "bribe"):
        match given.order.activity:
            case "hire":
                done(turn, given)
            case "trade":
                _trade(turn, given)
            case _:
                _bribe(turn, given, given in winning)
    end_step(turn, STEP)


def _trade(turn: Turn, given: Given) -> None:
    """H66."""
    house, other = given.house, given.order.target_house
    assert other is not None, "a trade has a target"
    accepted = (
        are_allies(turn.position, house, other) and turn.position.holder(other, "treasurer") is not None
    )
    done(turn, given, "done" if accepted else "failed")
    report_act(turn, other, "trade", house, accepted=accepted)
    if accepted:
        turn.new_extras += [(house, "trade"), (other, "trade")]
        turn.gains[given.order.by] += NUMBERS.trader


def _winning_bribes(turn: Turn, bribes: list[Given]) -> list[Given]:
    """For each noble the bribe of the highest treasurer; nobody's if that is shared (H78)."""
    of_noble: defaultdict[str | None, list[tuple[int, Given]]] = defaultdict(list)
    for given in bribes:
        of_noble[given.order.noble].append((turn.position.living(given.order.by).prestige, given))
    winning = []
    for offers in of_noble.values():
        best = max(prestige for prestige, _ in offers)
        first = [given for prestige, given in offers if prestige == best]
        winning += first if len(first) == 1 else []
    return winning


def _bribe(turn: Turn, given: Given, is_highest: bool) -> None:
    """Failed bribes are deeds and calls all the same; a prince of Authority takes none (H68, H78)."""
    target, then = given.order.noble, given.order.then
    assert target is not None, "a bribe has a target"
    assert then is not None, "a bribe says what is to be done"
    refused = face_authority(turn, given, target)
    accepted = is_highest and not refused
    done(turn, given, "done" if accepted else "failed")
    turn.call(target, given.house)
    report_act(
        turn,
        house_of(target),
        "bribe",
        given.house,
        target=target,
        then=deed_form(then),
        accepted=accepted,
    )
    hostile_deed(turn, given.house, house_of(target), "bribe")
    if accepted:
        turn.new_bribes.append(Forced(by=given.house, order=then))
