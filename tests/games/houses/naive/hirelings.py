"""The jobs of hirelings: H59 to H63, H84 to H87."""

from tests.games.houses.naive.board import Json, house_of, is_here, prestige, role, seniority
from tests.games.houses.naive.table import HIRELINGS, ORDER_OF_THE_TABLE, step_of
from tests.games.houses.naive.turn import Turn


def monopolies(turn: Turn) -> None:
    """H60, as step 3 begins: who is outbid."""
    position = turn.position
    for hireling in HIRELINGS:
        hires = [o for o in turn.of("hire") if o["fields"]["hireling"] == hireling]
        claimants = {
            o["by"]
            for o in hires
            if is_here(position, o["by"])
            and role(position, o["by"]) == "treasurer"
            and prestige(position, o["by"]) >= 10
        }
        if not claimants:
            continue
        most = max(prestige(position, one) for one in claimants)
        first = [one for one in claimants if prestige(position, one) == most]
        if len(first) > 1:
            continue
        for order in hires:
            if order["by"] != first[0]:
                order["outbid"] = True


def jobs_of(turn: Turn, hireling: str) -> list[Json]:
    """The jobs of one step that are carried out, most senior employer first; the others become void."""
    jobs = [job for job in turn.jobs if job["hireling"] == hireling and job["outcome"] is None]
    jobs.sort(key=lambda job: seniority(turn.position, job["employer"]))
    for job in jobs:
        job["outcome"] = "void" if job_is_void(turn, job) else "done"
    return [job for job in jobs if job["outcome"] == "done"]


def job_is_void(turn: Turn, job: Json) -> bool:
    """H61."""
    step, target, order = HIRELINGS[job["hireling"]][0], job["target"], job["order"]
    if order["activity"] == "errand":
        # An executed prince's servant does nothing; whatever else befalls the master, he acts.
        if job["employer"] in turn.executed:
            return True
    elif order["activity"] in ("hire", "appoint_servant"):
        if step <= 4:
            if order["outbid"] or not is_here(turn.position, job["employer"]):
                return True
            if role(turn.position, job["employer"]) != order["role"]:
                return True
            if step == 4 and job["employer"] in turn.bewitched:
                return True
        elif order["outcome"] != "done":
            return True
    if isinstance(target, str) and not is_here(turn.position, target):
        return True
    if step > 3 and target in turn.bewitched:
        return True
    if step > 7 and job["house"] in turn.besieged and order["role"] != "king":
        return bool(job["house"] != house_of(target))
    return False


def tribute(turn: Turn, job: Json) -> None:
    """H59."""
    target = job["target"]
    if job["house"] == house_of(target):
        return
    if role(turn.position, target) == "treasurer" and prestige(turn.position, target) >= 5:
        turn.gain(target, 1)


def step_3(turn: Turn) -> None:
    monopolies(turn)
    for job in jobs_of(turn, "sorcerer"):  # H62
        turn.bewitched.add(job["target"])
        turn.report_to_other(house_of(job["target"]), "spell", job["house"], target=job["target"])
        tribute(turn, job)
    turn.end_step(3)


def step_4(turn: Turn) -> None:
    for job in jobs_of(turn, "ambassador"):  # H63
        turn.consulted.append((job["target"], job["house"]))
        turn.report_to_other(job["target"], "consult", job["house"])
    turn.end_step(4)


def step_12(turn: Turn) -> None:
    for job in jobs_of(turn, "minstrel"):  # H87
        turn.gain(job["target"], 2)
        tribute(turn, job)
    turn.end_step(12)


def step_13(turn: Turn) -> None:
    for job in jobs_of(turn, "assassin"):  # H84
        victim = job["target"]
        tribute(turn, job)
        if victim == turn.guarded_king and victim == turn.position["throne"]["king"]:
            turn.alarms.append({"house": job["house"], "how": "murder"})
        others = turn.calls.get(victim, set()) - {house_of(victim)}
        if others:
            job["outcome"] = "failed"
        elif victim == turn.position["throne"]["king"] == turn.guarded_king and not turn.guard_used:
            turn.guard_used = True
            turn.lose(victim, 2)
            job["outcome"] = "failed"
        else:
            turn.doomed.add(victim)
    if turn.guarded_king is not None and turn.guarded_king == turn.position["throne"]["king"]:
        for alarm in turn.alarms:  # H107, attacks first
            turn.report(house_of(turn.guarded_king), "guard_alarm", **alarm)
    turn.end_step(13)


def step_14(turn: Turn) -> None:
    for job in jobs_of(turn, "physician"):  # H85
        turn.treated.add(job["target"])
        tribute(turn, job)
    turn.end_step(14)


def step_15(turn: Turn) -> None:
    for job in jobs_of(turn, "informant"):  # H86
        seen = [o for o in turn.orders if o["by"] == job["target"] and o["outcome"] in ("done", "failed")]
        seen = [o for o in seen if o["activity"] != "errand"]
        seen.sort(key=as_tracked)
        activities = [{"activity": o["activity"], **o["fields"]} for o in seen]
        turn.report(job["house"], "tracking", target=job["target"], activities=activities)
        tribute(turn, job)
    turn.end_step(15)


def as_tracked(order: Json) -> tuple[int, int, str, int, int]:
    """H107: by step, by the table of section 2, by hireling, by target."""
    target = order["fields"].get("target")
    house, number = -1, -1
    if isinstance(target, int):
        house = target
    elif isinstance(target, str):
        house, number = house_of(target), int(target.split("c")[1])
    place = ORDER_OF_THE_TABLE.index(order["activity"])
    return (step_of(order["activity"]), place, order["fields"].get("hireling", ""), house, number)
