"""Orders of precedence between nobles: H6 and H56."""

from libs.games.houses.orders import number_of
from libs.games.houses.position import Position
from libs.games.houses.tables import ROLES

Seniority = tuple[int, int, int, int, int]


def seniority(position: Position, noble: str) -> Seniority:
    """A key that sorts the most senior first (H6)."""
    one = position.living(noble)
    return (
        -one.prestige,
        -position.total(one.house),
        position.houses[one.house].crowns,
        one.house,
        number_of(noble),
    )


def highest(position: Position) -> int:
    """The highest prestige in the game."""
    return max(one.prestige for _, one in position.nobles())


def first_of_house(position: Position, house: int) -> str:
    """Its noble of highest prestige; role order decides between equals, a king first (H56)."""
    return min(position.nobles(house), key=lambda pair: (-pair[1].prestige, ROLES.index(pair[1].role)))[0]
