"""Step 2, seizures of the throne and the mint: rules H46 and H50 to H54."""

from libs.games.houses.carrying import carried_out, change_prestige, done, void
from libs.games.houses.events import VoidReason
from libs.games.houses.orders import id_order
from libs.games.houses.rank import first_of_house, highest, seniority
from libs.games.houses.reports import announce
from libs.games.houses.tables import NUMBERS
from libs.games.houses.throne import choose_by_rank, crown, depose
from libs.games.houses.turn_state import Given, Turn

STEP = 2


def seize(turn: Turn) -> None:
    """Dismissals, coups, claims, within each kind by seniority; one succeeds at most (H50)."""
    succeeded = False
    for given in _candidates(turn):
        reason = _void_reason(turn, given, succeeded)
        if reason is not None:
            void(turn, given, reason)
            continue
        succeeded = _is_successful(turn, given)
        done(turn, given, "done" if succeeded else "failed")
        announce(turn, given.order.activity, by=given.order.by, success=succeeded)
        if succeeded:
            _take_throne(turn, given)
        elif given.order.activity != "claim":
            announce(turn, "divine_right", against=given.order.by)


def _candidates(turn: Turn) -> list[Given]:
    position = turn.position
    found: list[Given] = []
    for activity in ("dismiss", "coup", "claim"):
        orders = list(turn.open(activity))
        living = [given for given in orders if position.is_living(given.order.by)]
        found += sorted(living, key=lambda given: seniority(position, given.order.by))
        found += [given for given in orders if given not in living]
    return found


def _void_reason(turn: Turn, given: Given, succeeded: bool) -> VoidReason | None:
    position = turn.position
    if not position.is_living(given.order.by):
        return "actor_gone"
    if succeeded:
        return "overtaken"
    if position.living(given.order.by).role != given.role:
        return "role_changed"
    if position.throne.king is None:
        return "no_king"
    return None if position.houses[given.house].status == "enemy" else "not_enemy"


def _is_successful(turn: Turn, given: Given) -> bool:
    """A claim asks for more prestige than the king's, the others that he has no Divine right (H46, H53)."""
    king = turn.position.throne.king
    assert king is not None, "without a king the order is void"
    prestige = turn.position.living(king).prestige
    if given.order.activity == "claim":
        return turn.position.living(given.order.by).prestige > prestige
    return prestige < NUMBERS.divine_right


def _take_throne(turn: Turn, given: Given) -> None:
    by = given.order.by
    match given.order.activity:
        case "dismiss":
            depose(turn, "dismissal")
            choose_by_rank(turn)
            # Measured after the choice, and even if the throne stayed vacant (H51).
            change_prestige(turn, by, highest(turn.position), STEP)
        case "coup":
            depose(turn, "coup")
            crown(turn, first_of_house(turn.position, given.house))
        case _:
            depose(turn, "claim")
            crown(turn, by)


def mint(turn: Turn) -> None:
    """The highest prestige is measured once for all mints of the turn (H54)."""
    prestige = highest(turn.position)
    raised = set()
    for given in carried_out(turn, "mint"):
        target = given.order.noble
        assert target is not None, "a mint has a target"
        done(turn, given)
        turn.call(target, given.house)
        announce(turn, "mint", by=given.order.by, target=target)
        raised.add(target)
    for target in sorted(raised, key=id_order):
        change_prestige(turn, target, prestige, STEP)
