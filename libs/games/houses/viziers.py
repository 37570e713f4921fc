"""Steps 5 and 9, viziers: rules H69, H74, H76 and H77."""

from libs.games.houses.carrying import carried_out, done, end_step, face_authority, hostile_deed
from libs.games.houses.orders import house_of
from libs.games.houses.reports import report_act
from libs.games.houses.sides import are_allies
from libs.games.houses.tables import NUMBERS
from libs.games.houses.turn_state import Given, Turn


def embargoes(turn: Turn) -> None:
    """Step 5. Told to nobody, and no deed of enmity (H32, H69)."""
    for given in carried_out(turn, "embargo"):
        target = given.order.noble
        assert target is not None, "an embargo has a target"
        done(turn, given)
        turn.call(target, given.house)
        turn.embargoes[target].add(given.house)
        face_authority(turn, given, target)
    end_step(turn, 5)


def viziers(turn: Turn) -> None:
    """Step 9."""
    for given in carried_out(turn, "praise", "sabotage"):
        target = given.order.noble
        assert target is not None, "praise and sabotage have a target"
        if given.order.activity == "praise":
            _praise(turn, given, target)
        else:
            _sabotage(turn, given, target)
    end_step(turn, 9)


def _praise(turn: Turn, given: Given, target: str) -> None:
    """H76."""
    house = house_of(target)
    done(turn, given)
    turn.call(target, given.house)
    turn.gains[target] += NUMBERS.praised
    if house != given.house and are_allies(turn.position, given.house, house):
        turn.gains[given.order.by] += NUMBERS.praising
    report_act(turn, house, "praise", given.house, target=target)


def _sabotage(turn: Turn, given: Given, target: str) -> None:
    """Told to nobody; a vizier may answer it (H74, H77)."""
    by = given.order.by
    is_countered = _is_countered(turn, given.house, target)
    done(turn, given, "failed" if is_countered else "done")
    turn.call(target, given.house)
    if is_countered:
        turn.call(by, house_of(target))
        turn.losses[by] += NUMBERS.countered
        turn.losses[target] += NUMBERS.countered
    else:
        turn.losses[target] += NUMBERS.sabotaged
        turn.gains[by] += NUMBERS.saboteur
    face_authority(turn, given, target)
    hostile_deed(turn, given.house, house_of(target), "sabotage")


def _is_countered(turn: Turn, saboteur: int, target: str) -> bool:
    """Not where a sabotage the other way would be void (H74a)."""
    one = turn.position.living(target)
    return (
        one.role == "vizier"
        and one.prestige >= NUMBERS.counter
        and (one.house, saboteur) not in turn.consulted
        and one.house not in turn.besieged
    )
