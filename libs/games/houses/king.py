"""Step 1, the king's acts one after the other: rules H40 to H45."""

from libs.games.houses.carrying import change_prestige, done, end_step
from libs.games.houses.deaths import die
from libs.games.houses.events import HouseBecameEnemy
from libs.games.houses.orders import deed_form, house_of
from libs.games.houses.reports import announce
from libs.games.houses.tables import NUMBERS
from libs.games.houses.turn_state import Given, Turn

STEP = 1


def king_acts(turn: Turn) -> None:
    """None of these is ever void (H36)."""
    for activity, act in (
        ("favour", _favour),
        ("command", _command),
        ("royal_guard", _royal_guard),
        ("appoint_attendant", _appoint_attendant),
        ("feast", _feast),
        ("execute", _execute),
    ):
        for given in list(turn.open(activity)):
            act(turn, given)


def _favour(turn: Turn, given: Given) -> None:
    """Only a loyal house can be shown favour (H40)."""
    target = given.order.target_house
    assert target is not None, "a favour has a target"
    accepted = turn.position.houses[target].status == "loyal"
    done(turn, given, "done" if accepted else "failed")
    if accepted:
        turn.favoured = True
        turn.new_extras.append((target, "favour"))
    announce(turn, "favour", target=target, accepted=accepted)


def _command(turn: Turn, given: Given) -> None:
    target, then = given.order.noble, given.order.then
    assert target is not None, "a command has a target"
    assert then is not None, "a command says what is to be done"
    done(turn, given)
    turn.call(target, given.house)
    turn.new_commands.append(then)
    announce(turn, "command", target=target, then=deed_form(then))


def _royal_guard(turn: Turn, given: Given) -> None:
    done(turn, given)
    turn.guarded_king = given.order.by
    announce(turn, "royal_guard")


def _appoint_attendant(turn: Turn, given: Given) -> None:
    done(turn, given)
    announce(turn, "appoint_attendant", hireling=given.order.hireling)


def _feast(turn: Turn, given: Given) -> None:
    """Guests of enemy houses stay away; the host gains nothing (H44)."""
    guests = given.order.guests or ()
    done(turn, given)
    attending = [guest for guest in guests if turn.position.houses[house_of(guest)].status != "enemy"]
    for guest in guests:
        turn.call(guest, given.house)
    for guest in attending:
        turn.gains[guest] += NUMBERS.feast_guest
    announce(turn, "feast", guests=list(guests), attending=attending)
    end_step(turn, STEP)


def _execute(turn: Turn, given: Given) -> None:
    """Nothing prevents it; against a loyal house it costs the king all his prestige (H45)."""
    target = given.order.noble
    assert target is not None, "an execution has a target"
    house = house_of(target)
    done(turn, given)
    announce(turn, "execution", target=target, house=house)
    turn.executed = target
    die(turn, target, "execution")
    if turn.position.houses[house].status == "loyal":
        change_prestige(turn, given.order.by, 0, STEP)
        turn.record(HouseBecameEnemy(house=house, cause="execution", step=STEP))
