"""Steps 5 to 9: embargo; princes; sieges; treasurers; viziers."""

from tests.games.houses.naive.board import Json, are_allies, holder, house_of, living_of, prestige, role
from tests.games.houses.naive.turn import Turn


def carried_out_of(turn: Turn, *activities: str) -> list[Json]:
    """The orders of these activities that H36 leaves; the others become void."""
    left = []
    for order in turn.of(*activities):
        if turn.is_void(order):
            turn.void(order)
        else:
            left.append(order)
    return left


def step_5(turn: Turn) -> None:
    for order in carried_out_of(turn, "embargo"):  # H69
        noble = order["fields"]["target"]
        turn.carried_out(order)
        turn.call(noble, order["house"])
        turn.authority(order, noble)
        turn.embargoes.setdefault(noble, set()).add(order["house"])
    turn.end_step(5)


def step_6(turn: Turn) -> None:
    """H70: marriages, the lifting of embargoes, parties, appointments; all gains as the step ends."""
    position = turn.position
    for order in carried_out_of(turn, "marriage"):  # H71
        to = order["fields"]["target"]
        accepted = are_allies(position, order["house"], to)
        turn.carried_out(order, accepted)
        turn.report_to_other(to, "marriage", order["house"], accepted=accepted)
        if accepted:
            turn.married.append({order["house"], to})
            turn.gain(order["by"], 3)
    for noble, houses in turn.embargoes.items():
        turn.embargoes[noble] = {h for h in houses if {h, house_of(noble)} not in turn.married}
    for order in carried_out_of(turn, "party"):  # H72
        guest = order["fields"]["target"]
        accepted = are_allies(position, order["house"], house_of(guest))
        turn.carried_out(order, accepted)
        turn.call(guest, order["house"])
        turn.report_to_other(house_of(guest), "party", order["house"], target=guest, accepted=accepted)
        if accepted:
            turn.party_guests.add(guest)
            turn.gain(order["by"], 2)
            turn.gain(guest, 1)
    for order in turn.of("appoint_servant"):  # H73
        if turn.prevents_the_noble(order):
            turn.void(order)
            continue
        turn.carried_out(order)
        retainer = {"hireling": order["fields"]["hireling"], "since": turn.number}
        position["characters"][order["by"]]["retainer"] = retainer
    turn.end_step(6)


def step_7(turn: Turn) -> None:
    position = turn.position
    for order in carried_out_of(turn, "siege"):  # H75
        house = order["fields"]["target"]
        turn.carried_out(order)
        turn.besieged.add(house)
        for noble in living_of(position, house):
            if role(position, noble) != "king" and noble not in turn.bewitched:
                turn.call(noble, order["house"])
                turn.authority(order, noble)
        turn.report_to_other(house, "siege", order["house"])
        turn.deed(order["house"], house)
    turn.end_step(7)


def step_8(turn: Turn) -> None:
    for order in turn.of("hire"):  # H65, H61
        if order["outbid"] or turn.prevents_the_noble(order):
            turn.void(order)
        else:
            turn.carried_out(order)
    offers = carried_out_of(turn, "trade", "bribe")
    for order in offers:
        if order["activity"] == "trade":
            trade(turn, order)
        else:
            bribe(turn, order, [o for o in offers if o["activity"] == "bribe"])
    turn.end_step(8)


def trade(turn: Turn, order: Json) -> None:
    """H66."""
    to = order["fields"]["target"]
    has_treasurer = holder(turn.position, to, "treasurer") is not None
    accepted = are_allies(turn.position, order["house"], to) and has_treasurer
    turn.carried_out(order, accepted)
    turn.report_to_other(to, "trade", order["house"], accepted=accepted)
    if accepted:
        turn.new_extras += [(order["house"], "trade"), (to, "trade")]
        turn.gain(order["by"], 2)


def bribe(turn: Turn, order: Json, bribes: list[Json]) -> None:
    """H78."""
    noble, then = order["fields"]["target"], order["fields"]["then"]
    offers = [prestige(turn.position, o["by"]) for o in bribes if o["fields"]["target"] == noble]
    mine = prestige(turn.position, order["by"])
    success = mine == max(offers) and offers.count(mine) == 1 and not turn.has_authority(noble)
    to = house_of(noble)
    turn.carried_out(order, success)
    turn.call(noble, order["house"])
    turn.authority(order, noble)
    turn.deed(order["house"], to)
    turn.report_to_other(to, "bribe", order["house"], target=noble, then=then, accepted=success)
    if success:
        turn.new_forced.append((noble, {"by": order["house"], **then}))


def step_9(turn: Turn) -> None:
    position = turn.position
    for order in carried_out_of(turn, "praise"):  # H76
        noble = order["fields"]["target"]
        turn.carried_out(order)
        turn.call(noble, order["house"])
        turn.gain(noble, 2)
        if house_of(noble) != order["house"] and are_allies(position, order["house"], house_of(noble)):
            turn.gain(order["by"], 1)
        turn.report_to_other(house_of(noble), "praise", order["house"], target=noble)
    for order in carried_out_of(turn, "sabotage"):  # H77
        noble = order["fields"]["target"]
        countered = is_countered(turn, order)
        turn.carried_out(order, not countered)
        turn.call(noble, order["house"])
        turn.authority(order, noble)
        turn.deed(order["house"], house_of(noble))
        if countered:  # H74
            turn.call(order["by"], house_of(noble))
            turn.lose(noble, 2)
            turn.lose(order["by"], 2)
        else:
            turn.lose(noble, 3)
            turn.gain(order["by"], 2)
    turn.end_step(9)


def is_countered(turn: Turn, order: Json) -> bool:
    """H74, H74a."""
    noble = order["fields"]["target"]
    if role(turn.position, noble) != "vizier" or prestige(turn.position, noble) < 5:
        return False
    house = house_of(noble)
    return (house, order["house"]) not in turn.consulted and house not in turn.besieged
