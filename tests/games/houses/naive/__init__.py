"""A second reading of the rules of houses, slow and obvious: what the game itself is compared with.

Written from the source and docs/games/houses.md alone. It shares no code and no table with libs/games/houses,
knows no events, and works on positions as plain JSON (section 14).
"""

from tests.games.houses.naive.positions import random_position
from tests.games.houses.naive.resolution import resolve
from tests.games.houses.naive.sheets import legal_sheet

__all__ = ["legal_sheet", "random_position", "resolve"]
