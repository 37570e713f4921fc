"""Step 1, the king's acts one after the other, and step 2, the specials one after the other."""

from tests.games.houses.naive.board import (
    Json,
    highest_of_house,
    highest_prestige,
    house_of,
    is_here,
    living_of,
    prestige,
    role,
    seniority,
    status,
)
from tests.games.houses.naive.throne import choose_by_rank, crown, depose, remove
from tests.games.houses.naive.turn import Turn


def step_1(turn: Turn) -> None:
    position = turn.position
    for order in turn.of("favour"):  # H40
        to = order["fields"]["target"]
        accepted = status(position, to) == "loyal"
        turn.carried_out(order, accepted)
        turn.announce("favour", target=to, accepted=accepted)
        if accepted:
            turn.favoured = True
            turn.new_extras.append((to, "favour"))
    for order in turn.of("command"):  # H41
        noble, then = order["fields"]["target"], order["fields"]["then"]
        turn.carried_out(order)
        turn.call(noble, order["house"])
        turn.new_commands.append({"character": noble, "then": then})
        turn.announce("command", target=noble, then=then)
    for order in turn.of("royal_guard"):  # H42
        turn.carried_out(order)
        turn.guarded_king = order["by"]
        turn.announce("royal_guard")
    for order in turn.of("appoint_attendant"):  # H43
        hireling = order["fields"]["hireling"]
        turn.carried_out(order)
        position["characters"][order["by"]]["retainer"] = {"hireling": hireling, "since": turn.number}
        turn.announce("appoint_attendant", hireling=hireling)
    for order in turn.of("feast"):  # H44
        guests = order["fields"]["guests"]
        turn.carried_out(order)
        attending = [guest for guest in guests if status(position, house_of(guest)) in ("ruling", "loyal")]
        for guest in guests:
            turn.call(guest, order["house"])
        for guest in attending:
            turn.gain(guest, 3)
        turn.announce("feast", guests=guests, attending=attending)
    turn.end_step(1)  # H37: the feast, then the execution
    for order in turn.of("execute"):  # H45
        noble = order["fields"]["target"]
        house = house_of(noble)
        turn.carried_out(order)
        turn.announce("execution", target=noble, house=house)
        remove(turn, noble)
        turn.executed.add(noble)
        if status(position, house) == "loyal":
            position["characters"][order["by"]]["prestige"] = 0
            turn.become_enemy(house)


def step_2(turn: Turn) -> None:
    position = turn.position
    plots = turn.of("dismiss", "coup", "claim")  # H50
    kinds = ["dismiss", "coup", "claim"]
    plots.sort(key=lambda o: (kinds.index(o["activity"]), seniority(position, o["by"])))
    succeeded = False
    for order in plots:
        if succeeded or not may_be_tried(turn, order):
            turn.void(order)
        else:
            succeeded = seizure(turn, order)
    highest = highest_prestige(position)  # H54: measured once
    for order in turn.of("mint"):
        if turn.is_void(order):
            turn.void(order)
            continue
        noble = order["fields"]["target"]
        turn.carried_out(order)
        turn.call(noble, order["house"])
        position["characters"][noble]["prestige"] = highest
        turn.announce("mint", by=order["by"], target=noble)


def may_be_tried(turn: Turn, order: Json) -> bool:
    """H50: actor_gone, role_changed, no_king, not_enemy."""
    position, house = turn.position, order["house"]
    if not is_here(position, order["by"]) or role(position, order["by"]) != order["role"]:
        return False
    if position["throne"]["king"] is None or status(position, house) != "enemy":
        return False
    return order["activity"] != "claim" or bool(position["houses"][house]["enemy_since"] < turn.number)


def seizure(turn: Turn, order: Json) -> bool:
    """H46, H51 to H53: whether it succeeded."""
    position, plotter, activity = turn.position, order["by"], order["activity"]
    king = position["throne"]["king"]
    divine_right = activity != "claim" and prestige(position, king) >= 15
    weaker = activity == "claim" and prestige(position, plotter) <= prestige(position, king)
    success = not divine_right and not weaker
    turn.carried_out(order, success)
    turn.announce(activity, by=plotter, success=success)
    if divine_right:
        turn.announce("divine_right", against=plotter)
    if not success:
        return False
    depose(turn, {"dismiss": "dismissal", "coup": "coup", "claim": "claim"}[activity])
    if activity == "dismiss":
        choose_by_rank(turn)
        position["characters"][plotter]["prestige"] = highest_prestige(position)
    elif activity == "coup":
        crown(turn, highest_of_house(position, order["house"], living_of(position, order["house"])))
    else:
        crown(turn, plotter)
    return True
