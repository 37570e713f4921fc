"""Steps 10 and 11, attack and defence: rules H80 to H83.

Attacks wait in one queue, the most senior attacker's first. Each is stopped by the first protection that is
left: the royal guard, then the defences that cover its target, the most senior defender's first. A commander
of Ambush whose defence has stopped an attack may strike back: his blow joins the end of the queue and meets
the same protections. In step 11 guards stop what is still open, and what is open then succeeds. Everything
is measured as step 10 begins; prestige changes only at the end of a step.
"""

from collections import deque

from libs.games.houses.carrying import (
    by_seniority,
    carried_out,
    done,
    end_step,
    face_authority,
    hostile_deed,
    truce,
)
from libs.games.houses.events import AmbushSprung, AmbushVoided, VoidReason
from libs.games.houses.hirelings import guards
from libs.games.houses.orders import house_of
from libs.games.houses.reports import report_act
from libs.games.houses.sides import are_old_rivals
from libs.games.houses.tables import NUMBERS
from libs.games.houses.turn_state import Given, Strike, Turn


def commanders(turn: Turn) -> None:
    """Both steps; what became of attacks and defences is recorded when all is decided."""
    alive = list(carried_out(turn, "defend", "attack"))
    defences = by_seniority(turn, [given for given in alive if given.order.activity == "defend"])
    attacks = by_seniority(turn, [given for given in alive if given.order.activity == "attack"])
    for given in defences:
        if given.order.noble != given.order.by:
            turn.call(str(given.order.noble), given.house)
    for given in attacks:
        _begin_attack(turn, given)
    _pair(turn, attacks, list(defences))
    end_step(turn, 10)
    guards(turn)
    _decide_attacks(turn)
    end_step(turn, 11)
    stopped = {strike.given: strike.stopped for strike in turn.strikes}
    for given in attacks:
        done(turn, given, "failed" if stopped[given] else "done")
    for given in alive:
        if given.order.activity == "defend":
            done(turn, given)


def _begin_attack(turn: Turn, given: Given) -> None:
    """What it costs, whatever comes of it (H68, H82)."""
    target = str(given.order.noble)
    turn.call(target, given.house)
    if turn.position.living(target).role in ("prince", "vizier", "treasurer"):
        turn.losses[given.order.by] += NUMBERS.attack_cost
    face_authority(turn, given, target)
    hostile_deed(turn, given.house, house_of(target), "attack")


def _pair(turn: Turn, attacks: list[Given], defences: list[Given]) -> None:
    queue = deque(
        Strike(by=given.order.by, house=given.house, target=str(given.order.noble), given=given)
        for given in attacks
    )
    while queue:
        strike = queue.popleft()
        turn.strikes.append(strike)
        if strike.given is not None:
            _tell_of_attack(turn, strike)
        if turn.is_guarding(strike.target):
            turn.guard_used = True
            turn.losses[strike.target] += NUMBERS.royal_guard_cost
            strike.stopped = True
            continue
        defence = next(
            (given for given in defences if strike.target in (given.order.noble, given.order.by)), None
        )
        if defence is not None:
            defences.remove(defence)
            turn.gains[defence.order.by] += NUMBERS.defender
            strike.stopped = True
            answer = _ambush(turn, defence, strike)
            if answer is not None:
                queue.append(answer)


def _tell_of_attack(turn: Turn, strike: Strike) -> None:
    """Of attacks on the king only the royal guard tells (H107)."""
    if turn.is_guarded_king(strike.target):
        turn.attempts.append((strike.house, "attack"))
    elif strike.target != turn.position.throne.king:
        report_act(turn, house_of(strike.target), "attack", strike.house, target=strike.target)


def _ambush(turn: Turn, defence: Given, strike: Strike) -> Strike | None:
    """The defender's blow against the attacker, if he strikes (H83)."""
    by = defence.order.by
    if turn.position.living(by).prestige < NUMBERS.ambush:
        return None
    if not are_old_rivals(turn.position, defence.house, strike.house):
        return None
    reason: VoidReason | None = truce(turn, defence.house, strike.house)
    if reason is None and defence.house in turn.besieged:
        reason = "besieged"
    if reason is not None:
        turn.record(AmbushVoided(by=by, target=strike.by, reason=reason))
        return None
    turn.record(AmbushSprung(by=by, house=defence.house, target=strike.by))
    turn.call(strike.by, defence.house)
    report_act(turn, strike.house, "attack", defence.house, target=strike.by)
    return Strike(by=by, house=defence.house, target=strike.by, given=None)


def _decide_attacks(turn: Turn) -> None:
    """Who is still open to attack is doomed, and a slain commander pays even if he is treated later (H82)."""
    for strike in turn.strikes:
        if not strike.stopped:
            turn.doomed.add(strike.target)
            if turn.position.living(strike.target).role == "commander":
                turn.gains[strike.by] += NUMBERS.commander_slain
