"""Hirelings at work, in their own steps: rules H59 to H63 and H84 to H87."""

from collections import defaultdict
from collections.abc import Callable

from libs.games.houses.carrying import end_step, void
from libs.games.houses.events import HirelingActed, HirelingVoided, VoidReason
from libs.games.houses.orders import house_of
from libs.games.houses.rank import Seniority, seniority
from libs.games.houses.reports import report, report_act, report_tracking
from libs.games.houses.tables import HIRELINGS, NUMBERS, Outcome
from libs.games.houses.turn_state import Given, Job, Turn


def jobs_of(orders: list[Given], retained: Callable[[str], str]) -> list[Job]:
    """The hirelings' jobs in the order of the sheets (H61); `retained` is a noble's hireling in service."""
    jobs = []
    for given in orders:
        order = given.order
        if order.target is None:
            continue
        if order.activity == "errand":
            hireling, hiring = retained(order.by), None
        elif order.activity == "appoint_attendant":
            hireling, hiring = str(order.hireling), None
        elif order.activity in ("hire", "appoint_servant"):
            hireling, hiring = str(order.hireling), given
        else:
            continue
        jobs.append(
            Job(
                employer=order.by,
                house=given.house,
                hireling=hireling,
                target=order.target,
                hiring=hiring,
                is_kings=given.role == "king",
            )
        )
    return jobs


def settle_monopolies(turn: Turn) -> None:
    """Of those who hire the same hireling, one treasurer with enough prestige may have it alone (H60)."""
    hires: defaultdict[str, list[Given]] = defaultdict(list)
    for given in turn.open("hire"):
        by = given.order.by
        if turn.position.is_living(by) and turn.position.living(by).role == "treasurer":
            hires[str(given.order.hireling)].append(given)
    outbid = [given for orders in hires.values() for given in _outbid(turn, orders)]
    for given in turn.orders:
        if given in outbid:
            void(turn, given, "outbid")


def _outbid(turn: Turn, orders: list[Given]) -> list[Given]:
    claims = {given.order.by: turn.position.living(given.order.by).prestige for given in orders}
    best = max(claims.values())
    claimants = [treasurer for treasurer, prestige in claims.items() if prestige == best]
    if best < NUMBERS.monopoly or len(claimants) > 1:
        return []
    return [given for given in orders if given.order.by != claimants[0]]


def _work(turn: Turn, hireling: str, act: Callable[[Job], Outcome]) -> None:
    """All jobs of that kind, the most senior employer's first; then Tribute is counted (H59)."""
    step = HIRELINGS[hireling].step
    jobs = [job for job in turn.jobs if job.hireling == hireling]
    jobs.sort(key=lambda job: _precedence(turn, job))
    # Those that stay at home come first: nothing done in this step is among their reasons.
    for job in [job for job in jobs if _is_sent(turn, job, step)]:
        job.outcome = act(job)
        turn.record(
            HirelingActed(
                step=step,
                hireling=hireling,
                employer=job.employer,
                house=job.house,
                target=job.target,
                outcome=job.outcome,
            )
        )
        _pay_tribute(turn, job)


def _is_sent(turn: Turn, job: Job, step: int) -> bool:
    """Whether the job is not void, which is recorded."""
    reason = _void_reason(turn, job, step)
    if reason is None:
        return True
    job.outcome = "void"
    turn.record(
        HirelingVoided(
            step=step,
            hireling=job.hireling,
            employer=job.employer,
            house=job.house,
            target=job.target,
            reason=reason,
        )
    )
    return False


def _precedence(turn: Turn, job: Job) -> tuple[bool, Seniority]:
    """Employers who are gone come last, then by house number."""
    if turn.position.is_living(job.employer):
        return False, seniority(turn.position, job.employer)
    return True, (0, 0, 0, job.house, 0)


def _void_reason(turn: Turn, job: Job, step: int) -> VoidReason | None:
    """What prevented the hiring first, then what becomes of the target (H61)."""
    if job.hiring is not None:
        reason = _hiring_prevented(turn, job.hiring, step)
        if reason is not None:
            return reason
    elif job.employer == turn.executed:
        return "actor_gone"
    if isinstance(job.target, int):
        return None
    if not turn.position.is_living(job.target):
        return "target_gone"
    if step > 3 and job.target in turn.bewitched:
        return "target_bewitched"
    if step > 7 and job.house in turn.besieged and house_of(job.target) != job.house and not job.is_kings:
        return "besieged"
    return None


def _hiring_prevented(turn: Turn, hiring: Given, step: int) -> VoidReason | None:
    """In steps 3 and 4 what has come up so far; later the hiring must have been carried out."""
    if step > 4:
        return None if hiring.outcome == "done" else "not_hired"
    if hiring.void_reason is not None:
        return hiring.void_reason
    by = hiring.order.by
    if not turn.position.is_living(by):
        return "actor_gone"
    if turn.position.living(by).role != hiring.role:
        return "role_changed"
    return "bewitched" if step == 4 and by in turn.bewitched else None


def _pay_tribute(turn: Turn, job: Job) -> None:
    if isinstance(job.target, int) or house_of(job.target) == job.house:
        return
    one = turn.position.living(job.target)
    if one.role == "treasurer" and one.prestige >= NUMBERS.tribute:
        turn.gains[job.target] += NUMBERS.tribute_each


def sorcerers(turn: Turn) -> None:
    """Step 3. Spells of the same step do not stop each other (H62)."""

    def act(job: Job) -> Outcome:
        target = str(job.target)
        turn.bewitched.add(target)
        report_act(turn, house_of(target), "spell", job.house, target=target)
        return "done"

    _work(turn, "sorcerer", act)
    end_step(turn, 3)


def ambassadors(turn: Turn) -> None:
    """Step 4: H63."""

    def act(job: Job) -> Outcome:
        called = job.target
        assert isinstance(called, int), "an ambassador is sent to a house"
        turn.consulted.add((called, job.house))
        report_act(turn, called, "consult", job.house)
        return "done"

    _work(turn, "ambassador", act)
    end_step(turn, 4)


def guards(turn: Turn) -> None:
    """Each stops the first open attack on his noble, in the order of H81 (H87); the step ends elsewhere."""

    def act(job: Job) -> Outcome:
        for strike in turn.strikes:
            if strike.target == job.target and not strike.stopped:
                strike.stopped = True
                break
        return "done"

    _work(turn, "guard", act)


def minstrels(turn: Turn) -> None:
    """Step 12: H87."""

    def act(job: Job) -> Outcome:
        turn.gains[str(job.target)] += NUMBERS.song
        return "done"

    _work(turn, "minstrel", act)
    end_step(turn, 12)


def assassins(turn: Turn) -> None:
    """Step 13: H84; then the ruling house hears what the royal guard has seen (H42, H107)."""

    def act(job: Job) -> Outcome:
        victim = str(job.target)
        if turn.is_guarded_king(victim):
            turn.attempts.append((job.house, "murder"))
        if turn.calls[victim] - {house_of(victim)}:
            return "failed"
        if turn.is_guarding(victim):
            turn.guard_used = True
            turn.losses[victim] += NUMBERS.royal_guard_cost
            return "failed"
        turn.doomed.add(victim)
        return "done"

    _work(turn, "assassin", act)
    end_step(turn, 13)
    if turn.guarded_king is not None and turn.is_guarded_king(turn.guarded_king):
        for house, how in turn.attempts:
            report(turn, house_of(turn.guarded_king), "guard_alarm", house=house, how=how)


def physicians(turn: Turn) -> None:
    """Step 14: H85."""

    def act(job: Job) -> Outcome:
        turn.treated.add(str(job.target))
        return "done"

    _work(turn, "physician", act)
    end_step(turn, 14)


def informants(turn: Turn) -> None:
    """Step 15: H86."""

    def act(job: Job) -> Outcome:
        report_tracking(turn, job.house, str(job.target))
        return "done"

    _work(turn, "informant", act)
    end_step(turn, 15)
