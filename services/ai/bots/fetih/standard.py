"""The bot of fetih: one strength, from the seat's view alone, without memory (F96, F213)."""

import random
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json
from services.ai.bots.fetih.answers import answer, betrayal
from services.ai.bots.fetih.attacking import best_attack
from services.ai.bots.fetih.draft import pick
from services.ai.bots.fetih.moving import best_shipment
from services.ai.bots.fetih.offers import Offers
from services.ai.bots.fetih.outlook import Outlook
from services.ai.bots.fetih.spending import best_purchase
from services.ai.bots.fetih.worth import Worth


def choose(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """Answers, rolls, buys, attacks, ships, and ends the turn: the first of these that there is to do.

    A turn ends by itself: each command but an answer spends resources or ready soldiers.
    """
    offers = Offers(options)
    if offers.has("pick_region"):
        return pick(view, offers, rng)
    outlook = Outlook(view)
    answered = answer(view, outlook, offers)
    if answered is not None:
        return answered
    if offers.has("roll_dice"):
        return {"type": "roll_dice"}
    worth = Worth(outlook)
    return (
        betrayal(outlook, offers)
        or best_purchase(outlook, worth, offers)
        or best_attack(outlook, worth, offers)
        or best_shipment(outlook, worth, offers)
        or {"type": "end_turn"}
    )
