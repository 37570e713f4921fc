"""Section 9: E1 to E8."""

from tests.games.houses.naive.board import Json, holder, house_of, id_order, is_here, prestige, total
from tests.games.houses.naive.table import ROLES
from tests.games.houses.naive.throne import choose_by_rank, fill_place, king_is_here, newcomer, remove
from tests.games.houses.naive.turn import Turn


def end_of_turn(turn: Turn) -> None:
    commands_due(turn)
    own_reports(turn)
    deaths(turn)
    court_education(turn)
    if not king_is_here(turn.position):  # E4, H94
        choose_by_rank(turn)
    places_filled(turn)
    crowns(turn)
    if game_ends(turn):
        turn.position["phase"] = "over"
        clear(turn.position)
    else:
        next_turn(turn)


def commands_due(turn: Turn) -> None:
    """E1, H88."""
    for command in turn.position["commands"]:
        if not obeyed(turn, command):
            turn.become_enemy(house_of(command["character"]))


def obeyed(turn: Turn, command: Json) -> bool:
    wanted = {key: value for key, value in command["then"].items() if value is not None}
    his = [o for o in turn.orders if o["by"] == command["character"] and o["outcome"] in ("done", "failed")]
    return any({"activity": order["activity"], **order["fields"]} == wanted for order in his)


def own_reports(turn: Turn) -> None:
    """H107: `own` and `own_hireling`."""
    for order in turn.orders:
        if order["activity"] != "errand":
            turn.report(
                order["house"], "own", by=order["by"], activity=order["activity"], outcome=order["outcome"]
            )
    for job in turn.jobs:
        turn.report(
            job["house"],
            "own_hireling",
            employer=job["employer"],
            hireling=job["hireling"],
            outcome=job["outcome"],
        )


def deaths(turn: Turn) -> None:
    """E2, H90."""
    for noble in sorted(turn.doomed - turn.treated, key=id_order):
        turn.announce("death", character=noble)
        remove(turn, noble)


def court_education(turn: Turn) -> None:
    """E3, H93."""
    position = turn.position
    for house in range(5):
        prince = holder(position, house, "prince")
        if prince is None or prestige(position, prince) < 5:
            continue
        for wanted in position["houses"][house]["standing"]["education"]:
            if (house, wanted) in turn.died:
                position["characters"][prince]["role"] = wanted
                position["characters"][prince]["retainer"] = None
                fill_place(position, house, wanted)
                vacancy = {"role": "prince", "returns": turn.number + 3}
                position["houses"][house]["vacancies"].append(vacancy)
                turn.announce("new_role", character=prince, role=wanted)
                break


def places_filled(turn: Turn) -> None:
    """E5."""
    position = turn.position
    for house in range(5):
        due = [v["role"] for v in position["houses"][house]["vacancies"] if v["returns"] == turn.number + 1]
        for wanted in sorted(due, key=ROLES.index):
            fill_place(position, house, wanted)
            newcomer(position, house, wanted)


def crowns(turn: Turn) -> None:
    """E6, H97."""
    since = turn.position["throne"]["since"]
    if since is None:
        return
    k = turn.number - since
    for entry in turn.position["houses"]:
        if entry["status"] == "ruling" and turn.favoured:
            entry["crowns"] += max(0, min(5, k))
        if entry["status"] == "loyal":
            entry["crowns"] += max(0, min(4, k - 1))


def game_ends(turn: Turn) -> bool:
    """E7, H98, H99."""
    position = turn.position
    houses, ruling = position["houses"], position["throne"]["house"]
    if ruling is not None and houses[ruling]["crowns"] >= 20:
        position["result"] = {"winners": [ruling], "cause": "crowns"}
        return True
    if turn.number < position["max_turns"]:
        return False
    most = max(entry["crowns"] for entry in houses)
    best = [house for house in range(5) if houses[house]["crowns"] == most]
    if ruling in best:
        best = [ruling]
    richest = max(total(position, house) for house in best)
    best = [house for house in best if total(position, house) == richest]
    position["result"] = {"winners": best, "cause": "turn_limit"}
    return True


def clear(position: Json) -> None:
    """What holds for one turn only is gone."""
    position["commands"] = []
    for entry in position["houses"]:
        entry["sheet"] = None
        entry["extra"] = {"favour": False, "trade": False}
    for noble in position["characters"].values():
        if noble is not None:
            noble["forced"] = None


def next_turn(turn: Turn) -> None:
    """E8, H99b."""
    position = turn.position
    clear(position)
    position["turn"] = turn.number + 1
    position["commands"] = turn.new_commands
    for house, kind in turn.new_extras:
        position["houses"][house]["extra"][kind] = True
    for noble, forced in turn.new_forced:
        if is_here(position, noble):
            position["characters"][noble]["forced"] = forced
