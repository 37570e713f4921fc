"""The greedy player that the bot's strength is measured against (section 16); it sits in no room."""

import random
from collections.abc import Mapping, Sequence

from libs.games.houses.tables import HOUSES
from libs.games.kit.game import Json
from services.ai.bots.houses.outlook import Outlook
from services.ai.bots.houses.sheet import Sheet

ATTACKS_WITHOUT_KING = 0.5
ATTACKS_UNDER_A_KING = 0.15


def greedy(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """Fosters its strongest noble, takes the throne whenever it may, and keeps to one habit as king."""
    for option in options:
        if option["command"]["type"] == "confirm_orders":
            return dict(option["command"])
    outlook, sheet = Outlook(view), Sheet(view, options)
    heir = outlook.king if outlook.status == "ruling" else next(iter(outlook.mine), None)
    if heir is not None:
        _foster(outlook, sheet, heir, rng)
    king = outlook.holder("king")
    if king is not None:
        _reign(outlook, sheet, king, rng)
    return sheet.command(None)


def _foster(outlook: Outlook, sheet: Sheet, heir: str, rng: random.Random) -> None:
    hated = outlook.king if outlook.status == "enemy" else None
    prince, vizier, commander, treasurer = (
        outlook.holder(role) for role in ("prince", "vizier", "commander", "treasurer")
    )
    sheet.give(prince, "claim")
    sheet.give(prince, "party", _another(outlook, prince, rng))
    sheet.give(vizier, "dismiss")
    if hated is None or not sheet.give(vizier, "sabotage", hated):
        sheet.give(vizier, "praise", heir if heir != vizier else _another(outlook, vizier, rng))
    sheet.give(commander, "coup")
    if hated is None or not sheet.give(commander, "attack", hated):
        chance = ATTACKS_WITHOUT_KING if outlook.king is None else ATTACKS_UNDER_A_KING
        attacks = outlook.status != "ruling" and rng.random() < chance
        if not (attacks and sheet.give(commander, "attack", _stranger(outlook, rng))):
            sheet.give(commander, "defend", heir)
    sheet.give(treasurer, "mint", heir)
    sheet.give(treasurer, "hire", heir, hireling="minstrel")


def _reign(outlook: Outlook, sheet: Sheet, king: str, rng: random.Random) -> None:
    friends = [house for house in HOUSES if house != outlook.me and house not in outlook.enemies]
    sheet.give(king, "favour", rng.choice(friends or outlook.others))
    sheet.give(king, "royal_guard")
    if outlook.nobles[king]["retainer"] is None:
        sheet.give(king, "appoint_attendant", king, hireling="physician")
    else:
        sheet.give(king, "errand", king)


def _another(outlook: Outlook, noble: str | None, rng: random.Random) -> str | None:
    """Any of the own nobles but that one."""
    found = [one for one in outlook.mine if one != noble]
    return rng.choice(found) if found else None


def _stranger(outlook: Outlook, rng: random.Random) -> str:
    strangers: list[str] = [noble for noble, one in outlook.nobles.items() if one["house"] != outlook.me]
    return rng.choice(strangers)
