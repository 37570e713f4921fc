"""A house on the throne: favour every turn, a king whom nobody can kill or depose, dead rivals."""

import random

from libs.games.houses.tables import HOUSES, NUMBERS, PLACES
from services.ai.bots.houses.fostering import foster, hire, treat
from services.ai.bots.houses.outlook import Outlook
from services.ai.bots.houses.sheet import Sheet

WHIM = 6
"""Favour goes to whoever has the fewest crowns, give or take so many."""


def rule(outlook: Outlook, sheet: Sheet, king: str, rng: random.Random) -> None:
    sheet.give(king, "favour", _favoured(outlook, rng))
    _execute(outlook, sheet, king)
    if not sheet.give(king, "royal_guard"):
        sheet.give(king, "feast", guests=_guests(outlook))
    foster(outlook, sheet, king)
    is_treated = treat(outlook, sheet, king)
    wishes = [("minstrel", king)]
    # Below Divine right a vizier or commander may depose him; above it only a prince who outgrows him.
    rivals = outlook.rival_princes()[:1]
    place = 0 if outlook.prestige(king) >= NUMBERS.divine_right else 1
    wishes[place:place] = [("assassin", rival) for rival in rivals]
    if not is_treated:
        wishes.insert(0, ("physician", king))
    hire(outlook, sheet, *wishes)


def _favoured(outlook: Outlook, rng: random.Random) -> int:
    """One that will accept, as far as is known; rather one that has few crowns."""
    houses = [house for house in outlook.others if house not in outlook.enemies] or outlook.others
    return min(houses, key=lambda house: outlook.crowns_of[house] + WHIM * rng.random())


def _execute(outlook: Outlook, sheet: Sheet, king: str) -> None:
    """Only of a house that is an enemy already: another would become one (H45)."""
    for role in PLACES:
        for house in sorted(outlook.enemies):
            if sheet.give(king, "execute", outlook.holder(role, house)):
                return


def _guests(outlook: Outlook) -> list[str]:
    """The own prince, and of each other house whoever can do least with it."""
    guests = []
    for house in HOUSES:
        roles = PLACES if house == outlook.me else reversed(PLACES)
        found = [outlook.holder(role, house) for role in roles]
        guests += [noble for noble in found if noble is not None][:1]
    return guests
