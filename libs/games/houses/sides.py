"""Who is whose ally, and which deeds make an enemy: rules H30 to H34."""

from libs.games.houses.position import Position


def are_allies(position: Position, one: int, other: int) -> bool:
    """Every house is its own ally; without a ruling house it has no other (H31, H34)."""
    if one == other:
        return True
    if position.throne.house is None:
        return False
    return (position.houses[one].status == "enemy") == (position.houses[other].status == "enemy")


def are_old_rivals(position: Position, one: int, other: int) -> bool:
    """One is an enemy and the other is not, and has been so since an earlier turn (H31, H83)."""
    enemies = [house for house in (one, other) if position.houses[house].status == "enemy"]
    if len(enemies) != 1:
        return False
    since = position.houses[enemies[0]].enemy_since
    return since is not None and since < position.turn


def makes_enemy(position: Position, house: int, against: int) -> bool:
    """Whether a hostile deed of the house against that one makes it an enemy (H32, H33)."""
    return (
        position.houses[house].status == "loyal"
        and position.houses[against].status in ("ruling", "loyal")
        and house != against
        and position.throne.since != position.turn
    )
