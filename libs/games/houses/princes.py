"""Step 6, princes: rules H70 to H73."""

from libs.games.houses.carrying import carried_out, done, end_step
from libs.games.houses.orders import house_of
from libs.games.houses.reports import report_act
from libs.games.houses.sides import are_allies
from libs.games.houses.tables import NUMBERS
from libs.games.houses.turn_state import Turn

STEP = 6


def princes(turn: Turn) -> None:
    """Marriages, the lifting of embargoes, parties, appointments; all gains at the end (H70)."""
    _marriages(turn)
    _lift_embargoes(turn)
    _parties(turn)
    for given in carried_out(turn, "appoint_servant"):
        done(turn, given)
    end_step(turn, STEP)


def _marriages(turn: Turn) -> None:
    for given in carried_out(turn, "marriage"):
        house, other = given.house, given.order.target_house
        assert other is not None, "a marriage has a target"
        accepted = are_allies(turn.position, house, other)
        done(turn, given, "done" if accepted else "failed")
        report_act(turn, other, "marriage", house, accepted=accepted)
        if accepted:
            turn.married.add(frozenset((house, other)))
            turn.gains[given.order.by] += NUMBERS.bridegroom


def _lift_embargoes(turn: Turn) -> None:
    """Between the two houses, both ways (H71)."""
    for noble, houses in turn.embargoes.items():
        houses -= {house for house in houses if frozenset((house, house_of(noble))) in turn.married}


def _parties(turn: Turn) -> None:
    """A guest of the party drops what he has to do later (H72)."""
    for given in carried_out(turn, "party"):
        guest = given.order.noble
        assert guest is not None, "a party has a guest"
        accepted = are_allies(turn.position, given.house, house_of(guest))
        done(turn, given, "done" if accepted else "failed")
        turn.call(guest, given.house)
        report_act(turn, house_of(guest), "party", given.house, target=guest, accepted=accepted)
        if accepted:
            turn.guests.add(guest)
            turn.gains[given.order.by] += NUMBERS.party_host
            turn.gains[guest] += NUMBERS.party_guest
