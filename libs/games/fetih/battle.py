"""Attacks: rules F51-F62 and F206.

All is counted in whole numbers, so that the percentage shown is the one that decides. With A the strength
that attacks and D the one that defends, the chance is 100·A/(A+D) rounded to the nearest, halves up: with
T = A + D that is (200·A + T) div (2·T). The winner's losses come from a budget of strength, U·L/T rounded in
the same way, U being the strength of its own units and L all of the loser's strength.
"""

from dataclasses import dataclass, replace

from libs.games.fetih import conquest
from libs.games.fetih.commands import Attack
from libs.games.fetih.counts import Counts, counts, covers, minus, named, plus
from libs.games.fetih.events import BattleFought, Event, Force, RegionEntered
from libs.games.fetih.position import Position, Region
from libs.games.fetih.rejections import (
    ALLIED,
    CHANCE_CHANGED,
    FIRST_ROUND,
    NOT_ADJACENT,
    NOT_READY,
    NOT_YOURS,
    OWN_REGION,
    SAME_REGION,
    TOO_MANY_UNITS,
)
from libs.games.fetih.rights import action_refusal
from libs.games.fetih.tables import BALANCE, NEIGHBOURS, NO_UNITS, STRENGTHS, UNITS
from libs.games.kit.asks import Integer
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejected, Rejection, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class March:
    """The units that leave a region to attack."""

    region: str
    units: Counts


def strength(units: Counts) -> int:
    return sum([number * one for number, one in zip(units, STRENGTHS, strict=True)])


def defence(region: Region) -> int:
    """All that stands against an attack there (F53)."""
    walls = 0 if region.defence == "none" else BALANCE.structure_strength[region.defence]
    village = BALANCE.structure_strength["village"] if region.village else 0
    return strength(region.units) + walls + village


def chance(attack: int, against: int) -> int:
    """The attacker's chance as a whole percentage (F54)."""
    together = attack + against
    return (200 * attack + together) // (2 * together)


def losses(units: Counts, own: int, against: int, together: int, kept: int) -> Counts:
    """What the winner of a battle loses, cheapest first, of units as strong as `own` (F57, F58)."""
    budget = (2 * own * against + together) // (2 * together)
    spare = sum(units) - kept
    lost = []
    for number, one in zip(units, STRENGTHS, strict=True):
        taken = max(min(number, budget // one, spare), 0)
        lost.append(taken)
        budget -= taken * one
        spare -= taken
        if taken < number:
            break
    return (*lost, *NO_UNITS[len(lost) :])


def target_refusal(position: Position, seat: int, to: str) -> Rejection | None:
    """Why that seat may not attack a region that is not its own, or None if it may (F33, F62)."""
    owner = position.regions[to].owner
    if owner is None:
        return None
    if position.round == 1:
        return FIRST_ROUND
    return ALLIED if position.are_allied(seat, owner) else None


def marches(position: Position, command: Attack) -> tuple[March, ...]:
    """The forces of an attack: the first named, then the supports as given (F206)."""
    asked = ((command.from_, command.units), *((one.from_, one.units) for one in command.support))
    return tuple(
        March(region=name, units=position.regions[name].ready if units is None else counts(UNITS, units))
        for name, units in asked
    )


def attack_refusal(position: Position, seat: int, command: Attack) -> Rejection | None:
    """Why that seat may not make that attack, on its turn, but for the chance it names."""
    forces = marches(position, command)
    sources = [force.region for force in forces]
    if any(position.regions[name].owner != seat for name in sources):
        return NOT_YOURS
    if position.regions[command.to].owner == seat:
        return OWN_REGION
    if any(command.to not in NEIGHBOURS[name] for name in sources):
        return NOT_ADJACENT
    if len(set(sources)) < len(sources):
        return SAME_REGION
    refusal = target_refusal(position, seat, command.to)
    if refusal is not None:
        return refusal
    if not all(
        any(force.units) and covers(position.regions[force.region].ready, force.units) for force in forces
    ):
        return NOT_READY
    return TOO_MANY_UNITS if sum(sum(force.units) for force in forces) > BALANCE.max_units else None


def attack(decision: Decision[Position, Event], seat: int, command: Attack) -> None:
    position = decision.position
    refuse(action_refusal(position, seat))
    refuse(attack_refusal(position, seat, command))
    forces = marches(position, command)
    units = NO_UNITS
    for force in forces:
        units = plus(units, force.units)
    target = position.regions[command.to]
    percent = chance(strength(units), defence(target))
    if command.chance is not None and command.chance != percent:
        raise Rejected(CHANCE_CHANGED, {"chance": percent})

    sent = tuple(Force(region=force.region, units=named(UNITS, force.units)) for force in forces)
    if defence(target) == 0:
        decision.record(RegionEntered(seat=seat, region=command.to, previous=target.owner, forces=sent))
        conquest.conquer(decision, seat, command.to, units)
        return
    battle = _fight(decision, seat, command.to, sent, units, percent)
    decision.record(battle)
    if battle.won:
        conquest.conquer(decision, seat, command.to, minus(units, counts(UNITS, battle.attacker_losses)))


def _fight(
    decision: Decision[Position, Event],
    seat: int,
    to: str,
    sent: tuple[Force, ...],
    units: Counts,
    percent: int,
) -> BattleFought:
    target = decision.position.regions[to]
    attacking, defending = strength(units), defence(target)
    together = attacking + defending
    roll = decision.chance.draw("battle", Integer(1, 100))
    won = roll <= percent
    attacker_losses, defender_losses = units, target.units
    if won:
        attacker_losses = losses(units, attacking, defending, together, kept=1)
    else:
        defender_losses = losses(target.units, strength(target.units), attacking, together, kept=0)
    return BattleFought(
        attacker=seat,
        defender=target.owner,
        region=to,
        forces=sent,
        attack=attacking,
        defence=defending,
        chance=percent,
        roll=roll,
        won=won,
        attacker_losses=named(UNITS, attacker_losses),
        defender_losses=named(UNITS, defender_losses),
    )


def _marched(position: Position, forces: tuple[Force, ...]) -> Position:
    """The attackers have left their regions: those that live are put where they conquered."""
    regions = dict(position.regions)
    for force in forces:
        region = regions[force.region]
        regions[force.region] = replace(region, units=minus(region.units, counts(UNITS, force.units)))
    return replace(position, regions=regions)


def battle_fought(position: Position, event: BattleFought) -> Position:
    position = _marched(position, event.forces)
    target = position.regions[event.region]
    left = minus(target.units, counts(UNITS, event.defender_losses))
    return position.with_region(event.region, replace(target, units=left))


def region_entered(position: Position, event: RegionEntered) -> Position:
    return _marched(position, event.forces)
