"""Steps 10 and 11: defences, attacks, ambushes, guards (H80 to H83, H87)."""

from tests.games.houses.naive.board import Json, are_rivals, house_of, prestige, role, seniority
from tests.games.houses.naive.hirelings import jobs_of, tribute
from tests.games.houses.naive.steps_5_to_9 import carried_out_of
from tests.games.houses.naive.turn import Turn


def step_10(turn: Turn) -> None:
    position = turn.position
    attacks = carried_out_of(turn, "attack")
    defences = carried_out_of(turn, "defend")
    attacks.sort(key=lambda o: seniority(position, o["by"]))
    defences.sort(key=lambda o: seniority(position, o["by"]))
    for order in defences:  # H38
        if order["fields"]["target"] != order["by"]:
            turn.call(order["fields"]["target"], order["house"])
    queue: list[Json] = []
    for order in attacks:
        noble = order["fields"]["target"]
        queue.append({"by": order["by"], "target": noble, "order": order, "stopped": False})
        if role(position, noble) in ("prince", "vizier", "treasurer"):  # H82
            turn.lose(order["by"], 2)
        turn.authority(order, noble)
        turn.deed(order["house"], house_of(noble))
    unused = list(defences)
    while queue:  # H81, H83: ambushes join its end
        attack = queue.pop(0)
        turn.attacks.append(attack)
        if attack["order"] is not None:
            told(turn, attack)
        stop(turn, attack, unused, queue)
    turn.end_step(10)


def told(turn: Turn, attack: Json) -> None:
    """H38, H107: the call and the report of an attack or ambush."""
    house, noble = house_of(attack["by"]), attack["target"]
    turn.call(noble, house)
    if noble != turn.position["throne"]["king"]:
        turn.report_to_other(house_of(noble), "attack", house, target=noble)
    elif noble == turn.guarded_king:
        turn.alarms.append({"house": house, "how": "attack"})


def stop(turn: Turn, attack: Json, unused: list[Json], queue: list[Json]) -> None:
    """H81: the royal guard, else the first defence that covers the target."""
    noble = attack["target"]
    if noble == turn.guarded_king == turn.position["throne"]["king"] and not turn.guard_used:
        turn.guard_used = True
        turn.lose(noble, 2)
        attack["stopped"] = True
        return
    for defence in unused:
        if noble in (defence["by"], defence["fields"]["target"]):
            unused.remove(defence)
            turn.gain(defence["by"], 2)
            attack["stopped"] = True
            if springs_ambush(turn, defence["by"], attack["by"]):
                ambush = {"by": defence["by"], "target": attack["by"], "order": None, "stopped": False}
                told(turn, ambush)  # H107: when it is sprung
                queue.append(ambush)
            return


def springs_ambush(turn: Turn, defender: str, attacker: str) -> bool:
    """H83."""
    position, mine, his = turn.position, house_of(defender), house_of(attacker)
    if prestige(position, defender) < 10 or not are_rivals(position, mine, his):
        return False
    enemy = mine if position["houses"][mine]["status"] == "enemy" else his
    if position["houses"][enemy]["enemy_since"] >= turn.number:
        return False
    return (mine, his) not in turn.consulted and {mine, his} not in turn.married and mine not in turn.besieged


def step_11(turn: Turn) -> None:
    for job in jobs_of(turn, "guard"):  # H87
        tribute(turn, job)
        for attack in turn.attacks:
            if attack["target"] == job["target"] and not attack["stopped"]:
                attack["stopped"] = True
                break
    for attack in turn.attacks:  # H82
        if not attack["stopped"]:
            turn.doomed.add(attack["target"])
            if role(turn.position, attack["target"]) == "commander":
                turn.gain(attack["by"], 3)
        if attack["order"] is not None:
            turn.carried_out(attack["order"], not attack["stopped"])
    for order in turn.of("defend"):
        turn.carried_out(order)
    turn.end_step(11)
