"""The bot of Game of Houses: one strength, from its house's view alone, without memory (section 16)."""

import random
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json
from services.ai.bots.houses.fostering import heir_of
from services.ai.bots.houses.outlook import Outlook
from services.ai.bots.houses.ruling import rule
from services.ai.bots.houses.sheet import Sheet
from services.ai.bots.houses.subject import serve, strive


def choose(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """A sheet for the turn; one that a partner has given is confirmed instead (H108)."""
    for option in options:
        if option["command"]["type"] == "confirm_orders":
            return dict(option["command"])
    outlook, sheet = Outlook(view), Sheet(view, options)
    if outlook.king is None:
        strive(outlook, sheet, rng)
    elif outlook.status == "ruling":
        rule(outlook, sheet, outlook.king, rng)
    else:
        serve(outlook, sheet, outlook.king, rng)
    return sheet.command(_standing(outlook))


def _standing(outlook: Outlook) -> dict[str, Json]:
    """Every other house is vetoed; a prince who is no heir takes a dead commander's place (H28)."""
    prince = outlook.holder("prince")
    is_heir = outlook.status != "ruling" and prince == heir_of(outlook)
    return {
        "veto": outlook.others,
        "if_deposed": None,
        "education": [] if is_heir else ["commander"],
    }
