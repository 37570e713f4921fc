"""What a house does for its strongest noble, whoever sits on the throne."""

from services.ai.bots.houses.outlook import Outlook
from services.ai.bots.houses.sheet import Sheet

FRIENDLY = ("minstrel", "guard")
HOSTILE = ("assassin", "sorcerer", "informant")
"""Hirelings whom a king or prince sends to himself, and to the strongest of the other princes."""


def heir_of(outlook: Outlook) -> str | None:
    """The prince, who fosters himself too; without one the strongest noble."""
    return outlook.holder("prince") or next(iter(outlook.mine), None)


def foster(outlook: Outlook, sheet: Sheet, heir: str, guest: str | None = None) -> None:
    """A party, praise and a defence for him, by those who have nothing better to do yet."""
    vizier, commander = outlook.holder("vizier"), outlook.holder("commander")
    prince = outlook.holder("prince")
    if vizier != heir:
        sheet.give(vizier, "praise", heir)
    if prince != heir:
        sheet.give(prince, "party", heir)
    else:
        sheet.give(prince, "party", guest or _guest(outlook, sheet))
    sheet.give(commander, "defend", heir)


def _guest(outlook: Outlook, sheet: Sheet) -> str | None:
    """The king, whose acts are over by then, or whoever is missed least: a guest does nothing more (H72)."""
    king = outlook.holder("king")
    if king is not None:
        return king
    roles = ("commander", "treasurer", "vizier")
    nobles = [noble for noble in map(outlook.holder, roles) if noble is not None]
    return next((noble for noble in nobles if sheet.has_room(noble)), next(iter(nobles), None))


def treat(outlook: Outlook, sheet: Sheet, master: str) -> bool:
    """Whether a physician of his own, attendant or servant, looks after the king or prince this turn.

    A hireling of another kind, which a player has left him, helps as he can until he may be replaced.
    """
    retainer = outlook.nobles[master]["retainer"]
    kind = None if retainer is None else retainer["hireling"]
    if kind == "physician":
        return sheet.give(master, "errand", master)
    appoint = "appoint_attendant" if outlook.nobles[master]["role"] == "king" else "appoint_servant"
    if sheet.give(master, appoint, master, hireling="physician"):
        return True
    if kind in FRIENDLY:
        sheet.give(master, "errand", master)
    elif kind in HOSTILE:
        sheet.give(master, "errand", next(iter(outlook.rival_princes()), None))
    return False


def hire(outlook: Outlook, sheet: Sheet, *wishes: tuple[str, str | None]) -> None:
    """As many of these hirelings as the treasurer may hire, the first ones first."""
    treasurer = outlook.holder("treasurer")
    for hireling, target in wishes:
        if target is not None:
            sheet.give(treasurer, "hire", target, hireling=hireling)
