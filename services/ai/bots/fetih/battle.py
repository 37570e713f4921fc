"""The arithmetic of a battle: rules F52-F58."""

from collections.abc import Mapping

from services.ai.bots.fetih.board import STRENGTH, UNITS

Units = Mapping[str, int]


def strength(units: Units) -> int:
    return sum(STRENGTH[kind] * count for kind, count in units.items())


def chance(attack: int, defence: int) -> int:
    """The attacker's chance as the whole percentage that is drawn against (F54)."""
    if defence == 0:
        return 100
    return (200 * attack + attack + defence) // (2 * (attack + defence))


def winner_left(units: Units, loser: int, total: int, *, least: int) -> dict[str, int]:
    """What the winner keeps, who fought with those units against that strength (F57, F58)."""
    left = dict(units)
    own = strength(units)
    budget = (2 * own * loser + total) // (2 * total) if total else 0
    count = sum(left.values())
    for kind in UNITS:
        worth = STRENGTH[kind]
        while left.get(kind, 0) and worth <= budget and count > least:
            left[kind] -= 1
            count -= 1
            budget -= worth
        if left.get(kind, 0):
            break
    return {kind: number for kind, number in left.items() if number}
