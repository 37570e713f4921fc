"""Choosing an attack: every force that may go against every target, weighed by what comes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from services.ai.bots.fetih.battle import Units, chance, strength, winner_left
from services.ai.bots.fetih.board import MOST_UNITS, STRENGTH, UNITS
from services.ai.bots.fetih.offers import Command, Offers
from services.ai.bots.fetih.outlook import Outlook, Region
from services.ai.bots.fetih.worth import RESOURCE_PER_STRENGTH, Worth

EVEN = 47
"""The smallest chance that an attack is made at for its own sake."""

FULL_STACK_ODDS = 34
"""The smallest for a force that can grow no further."""

FEAR = 0.6
"""How much of what a bared region may cost is reckoned: not every opponent sees it."""

BOLD_FROM = 30
"""The round from which the fear of an answer fades, so that no game stands still for ever."""

IDLE = 0.12
"""What keeping a resource's worth of soldiers ready for other targets is worth."""

Forces = Mapping[str, Units]
"""Who goes, by the region they come from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack, its chance and what it is worth on average."""

    target: Region
    forces: Forces
    chance: int
    value: float


def best_attack(outlook: Outlook, worth: Worth, offers: Offers) -> Command | None:
    """The attack that is worth most, if one is worth making."""
    found = sorted(attacks(outlook, worth, offers), key=lambda attack: -attack.value)
    return _command(found[0]) if found and found[0].value > 0 else None


def attacks(outlook: Outlook, worth: Worth, offers: Offers) -> Iterator[Attack]:
    """Every attack on offer that the odds allow."""
    sources: dict[str, list[Region]] = {}
    for region in outlook.mine:
        if region.ready:
            for target in outlook.targets(region):
                if offers.allows({"type": "attack", "from": region.id, "to": target.id}):
                    sources.setdefault(target.id, []).append(region)
    for name, around in sources.items():
        target = outlook.regions[name]
        gain = worth.gain(target)
        for forces in _choices(around, target):
            attack = _weighed(outlook, worth, target, gain, forces)
            if attack.chance >= _least_chance(outlook, target, forces):
                yield attack


def _least_chance(outlook: Outlook, target: Region, forces: Forces) -> int:
    if target.owner in outlook.claims:
        return 1
    if sum(sum(units.values()) for units in forces.values()) >= MOST_UNITS - 1:
        return FULL_STACK_ODDS
    return EVEN


def _choices(around: list[Region], target: Region) -> Iterator[Forces]:
    """The forces worth a thought: each region's all, all but a guard, just enough; and all together."""
    for region in around:
        yield {region.id: region.ready}
        rest = _without_guard(region)
        if rest:
            yield {region.id: rest}
        for wanted in (1.0, 2.0, 3.5):
            enough = _enough(region.ready, wanted * target.defence)
            if enough is not None:
                yield {region.id: enough}
    if len(around) > 1:
        yield _together([(region, region.ready) for region in around])
        guarded = [(region, _without_guard(region)) for region in around]
        yield _together(
            [(region, units) for region, units in guarded if units] or [(around[0], around[0].ready)]
        )


def _without_guard(region: Region) -> dict[str, int] | None:
    """All that are ready but the cheapest, where nobody else would stay."""
    if region.count > sum(region.ready.values()) or sum(region.ready.values()) < 2:
        return None
    rest = dict(region.ready)
    cheapest = next(kind for kind in UNITS if rest.get(kind))
    rest[cheapest] -= 1
    return {kind: count for kind, count in rest.items() if count}


def _enough(ready: Units, wanted: float) -> dict[str, int] | None:
    """The strongest few that reach that strength; None if it takes all or is out of reach."""
    chosen: dict[str, int] = {}
    power = 0
    for kind in reversed(UNITS):
        for _ in range(ready.get(kind, 0)):
            if power >= wanted and chosen:
                return chosen
            chosen[kind] = chosen.get(kind, 0) + 1
            power += STRENGTH[kind]
    return None


def _together(sources: list[tuple[Region, Units]]) -> Forces:
    """The strongest that may fight as one, from several regions."""
    forces: dict[str, dict[str, int]] = {}
    left = MOST_UNITS
    for kind in reversed(UNITS):
        for region, units in sources:
            count = min(units.get(kind, 0), left)
            if count:
                forces.setdefault(region.id, {})[kind] = count
                left -= count
    return forces


def _heap(forces: Forces) -> dict[str, int]:
    heap: dict[str, int] = {}
    for units in forces.values():
        for kind, count in units.items():
            heap[kind] = heap.get(kind, 0) + count
    return heap


def _weighed(outlook: Outlook, worth: Worth, target: Region, gain: float, forces: Forces) -> Attack:
    heap = _heap(forces)
    attack, defence = strength(heap), target.defence
    each = RESOURCE_PER_STRENGTH / (1 + outlook.spare / 12)
    odds = chance(attack, defence)
    share = odds / 100
    left = winner_left(heap, defence, attack + defence, least=1)
    held = strength(left)
    standing = held + (1 if target.village else 0) + (3 if target.wall == "wall" else 0)
    kept = 1 - 0.5 * worth.danger(target, standing)
    hurt = 0.8 if outlook.hostile(target.owner) else 0.0
    foe_left = strength(winner_left(target.units, attack, attack + defence, least=0))
    value = share * (gain * kept + hurt * target.power * RESOURCE_PER_STRENGTH)
    value -= share * (attack - held) * each
    value -= (1 - share) * attack * each
    value += (1 - share) * hurt * (target.power - foe_left) * RESOURCE_PER_STRENGTH
    value -= IDLE * attack * each
    fear = FEAR / (1 + max(outlook.round - BOLD_FROM, 0) / 20)
    for name, units in forces.items():
        source = outlook.regions[name]
        sent = strength(units)
        regained = min(outlook.spare / 2, sent) if source.village else 0
        bared = worth.danger(source, source.defence - sent + regained)
        more = bared - worth.danger(source, source.defence)
        if more > 0:
            value -= fear * more * worth.loss(source)
    return Attack(target=target, forces=forces, chance=odds, value=value)


def _command(attack: Attack) -> Command:
    (source, units), *support = attack.forces.items()
    command: Command = {
        "type": "attack",
        "from": source,
        "to": attack.target.id,
        "units": dict(units),
        "chance": attack.chance,
    }
    if support:
        command["support"] = [{"from": name, "units": dict(more)} for name, more in support]
    return command
