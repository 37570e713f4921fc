"""A house that does not rule: the race for an empty throne, loyalty as long as it pays, enmity."""

import random

from libs.games.houses.tables import ACTIVITIES, NUMBERS
from services.ai.bots.houses.fostering import foster, heir_of, hire, treat
from services.ai.bots.houses.outlook import KING_A_TURN, Outlook
from services.ai.bots.houses.sheet import Sheet

MURDERS = 0.3
"""The share of turns without a king in which another's prince is to die: equal houses tie no longer."""

CAUTION = 0.1
"""The share of turns in which the own prince has a physician of the treasurer's."""

FEAR = 0.4
"""The same after an attack on the house or a death in it."""

HEIR_GROWS = 6
"""What a prince gains in a turn in which his whole house fosters him."""

LAST_CHANCE = 3
"""Turns before the ruling house wins in which a loyal house turns against it at the latest."""

LEAST_HOPE = 0.5
"""How much of the king's prestige the heir must have for that."""

DOUBT = 0.8
"""A guess of the king's prestige may be so far too high."""


def strive(outlook: Outlook, sheet: Sheet, rng: random.Random) -> None:
    """Nobody rules: all for one heir, and now and then another's prince is murdered."""
    heir = heir_of(outlook)
    if heir is None:
        return
    rivals = outlook.rival_princes()
    luck = rng.random()
    if luck < MURDERS and rivals:
        hire(outlook, sheet, ("assassin", rng.choice(rivals)), ("minstrel", heir))
    elif luck < MURDERS + _caution(outlook):
        hire(outlook, sheet, ("physician", heir), ("minstrel", heir))
    else:
        hire(outlook, sheet, ("minstrel", heir), ("physician", heir))
    foster(outlook, sheet, heir)


def serve(outlook: Outlook, sheet: Sheet, king: str, rng: random.Random) -> None:
    """Another house rules, by that king."""
    heir = heir_of(outlook)
    if heir is None:
        return
    if outlook.status == "loyal":
        _obey(outlook, sheet)
    else:
        _seize(outlook, sheet, king)
    if outlook.status == "enemy" or (heir == outlook.holder("prince") and _is_time(outlook, heir, king)):
        _harm(outlook, sheet, king)
    _hire(outlook, sheet, heir, king, rng)
    if outlook.status == "enemy":
        _join_hands(outlook, sheet, rng)
    foster(outlook, sheet, heir, _guest(outlook, sheet, king, rng))


def _obey(outlook: Outlook, sheet: Sheet) -> None:
    for due in outlook.commands:
        then = dict(due["then"])
        sheet.give(due["character"], then.pop("activity"), then.pop("target", None), **then)


def _seize(outlook: Outlook, sheet: Sheet, king: str) -> None:
    """What may succeed: a failed seizure only shows who is an enemy, and may be tried again (H35)."""
    least = DOUBT * outlook.guess(king)
    prince = outlook.holder("prince")
    if outlook.prestige(prince) > least:
        sheet.give(prince, "claim")
    if least < NUMBERS.divine_right:
        sheet.give(outlook.holder("vizier"), "dismiss")
        sheet.give(outlook.holder("commander"), "coup")


def _is_time(outlook: Outlook, heir: str, king: str) -> bool:
    """Whether to become an enemy now, so that the prince may claim next turn."""
    now, king_now = outlook.prestige(heir), outlook.guess(king)
    if outlook.turns_to_lose <= LAST_CHANCE and now >= LEAST_HOPE * king_now:
        return True
    return now + HEIR_GROWS > max(ACTIVITIES["claim"].needs, king_now + KING_A_TURN)


def _harm(outlook: Outlook, sheet: Sheet, king: str) -> None:
    """An enemy does all it can; to become one, one deed is enough (H32)."""
    vizier, commander = outlook.holder("vizier"), outlook.holder("commander")
    is_done = sheet.give(vizier, "sabotage", king)
    if outlook.status == "enemy":
        sheet.give(vizier, "embargo", king)
    if outlook.status == "enemy" or not is_done:
        sheet.give(commander, "attack", king)


def _hire(outlook: Outlook, sheet: Sheet, heir: str, king: str, rng: random.Random) -> None:
    """A servant keeps the heir alive; the treasurer's hirelings raise him, or clear his way."""
    is_treated = treat(outlook, sheet, heir)
    wishes = [("minstrel", heir), ("physician", heir)]
    if _may_murder(outlook, heir, king):
        wishes.insert(0, ("assassin", king))
    elif not is_treated and rng.random() < _caution(outlook):
        wishes.reverse()
    hire(outlook, sheet, *wishes)


def _may_murder(outlook: Outlook, heir: str, king: str) -> bool:
    """A king without a physician may die, and the heir is likely to follow him by rank (H94)."""
    retainer = outlook.nobles[king]["retainer"]
    if retainer is not None and retainer["hireling"] == "physician":
        return False
    return all(outlook.prestige(heir) + 1 >= outlook.guess(one) for one in outlook.rival_princes())


def _caution(outlook: Outlook) -> float:
    return FEAR if outlook.is_threatened else CAUTION


def _join_hands(outlook: Outlook, sheet: Sheet, rng: random.Random) -> None:
    """Marriage and trade among enemies; a house that cannot claim praises another's prince."""
    friends = sorted(outlook.enemies - {outlook.me})
    if not friends:
        return
    friend = rng.choice(friends)
    prince = outlook.holder("prince")
    sheet.give(prince, "marriage", friend)
    sheet.give(outlook.holder("treasurer"), "trade", friend)
    if prince is None:
        sheet.give(outlook.holder("vizier"), "praise", outlook.holder("prince", friend))


def _guest(outlook: Outlook, sheet: Sheet, king: str, rng: random.Random) -> str | None:
    """The commander until he may attack; then someone of the king's house, whom it keeps from his work.

    Loyal houses cannot decline each other's parties (H72).
    """
    commander = outlook.holder("commander")
    if sheet.has_room(commander) and outlook.prestige(commander) < ACTIVITIES["attack"].needs:
        return commander
    if outlook.status != "loyal":
        return None
    roles = ["treasurer", "vizier"]
    if outlook.nobles[king]["retainer"] is not None:
        rng.shuffle(roles)
    found = [outlook.holder(role, outlook.ruler) for role in roles]
    return next((noble for noble in found if noble is not None), None)
