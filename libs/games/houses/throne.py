"""Choosing, crowning and deposing kings: rules H55 to H58 and H94 to H96."""

from libs.games.houses.events import (
    CharacterJoined,
    CharacterLeft,
    CrownsAwarded,
    KingCrowned,
    KingDeposed,
    SeizureCause,
    ThroneVacant,
    VetoUsed,
)
from libs.games.houses.position import Position
from libs.games.houses.rank import seniority
from libs.games.houses.reports import announce
from libs.games.houses.tables import NUMBERS, PLACES, ROLES, Place
from libs.games.houses.turn_state import Turn


def depose(turn: Turn, cause: SeizureCause) -> None:
    """The king takes a place in his house, or leaves the game (H55)."""
    position = turn.position
    king = position.throne.king
    assert king is not None, "only a king is deposed"
    house = position.living(king).house
    became = place_after_throne(position, house)
    displaced = None if became is None else position.holder(house, became)
    turn.record(KingDeposed(character=king, house=house, cause=cause, became=became))
    if became is not None and displaced is not None:
        turn.record(CharacterLeft(character=displaced, house=house, role=became))
    announce(turn, "deposition", king=king, cause=cause, became=became)


def place_after_throne(position: Position, house: int) -> Place | None:
    """The role that its deposed king takes; None: he leaves the game (H55)."""
    wish = position.houses[house].standing.if_deposed
    if wish is not None:
        return None if wish == "leave" else wish
    empty = {vacancy.role for vacancy in position.houses[house].vacancies}

    def standing_of(role: Place) -> int:
        holder = position.holder(house, role)
        # An empty place comes before that of any noble.
        return -1 if role in empty or holder is None else position.living(holder).prestige

    return min(PLACES, key=standing_of)


def crown(turn: Turn, noble: str) -> None:
    """H57."""
    one = turn.position.living(noble)
    assert one.role != "king", "a king is not crowned again"
    house = one.house
    new_house = turn.position.throne.house != house
    turn.record(KingCrowned(character=noble, house=house, former_role=one.role, new_house=new_house))
    announce(turn, "coronation", king=noble, house=house)
    newcomer = turn.position.next_id(house)
    turn.record(CharacterJoined(character=newcomer, house=house, role=one.role))
    if new_house:
        _lapse_commands(turn)
        crowns = NUMBERS.coronation_crowns
        total = turn.position.houses[house].crowns + crowns
        turn.record(CrownsAwarded(house=house, crowns=crowns, total=total, cause="coronation"))


def choose_by_rank(turn: Turn) -> None:
    """The first by rank is crowned, or the next if he is vetoed; or nobody (H58, H94 to H96)."""
    candidate = first_by_rank(turn.position)
    vizier = None if candidate is None else _vetoing_vizier(turn.position, candidate)
    if candidate is not None and vizier is not None:
        house = turn.position.living(vizier).house
        turn.record(VetoUsed(vizier=vizier, house=house, against=candidate))
        announce(turn, "veto", vizier=vizier, against=candidate)
        candidate = first_by_rank(turn.position)
    if candidate is not None:
        crown(turn, candidate)
    elif turn.position.throne.house is not None:
        turn.record(ThroneVacant())
        announce(turn, "vacancy")
        _lapse_commands(turn)


def first_by_rank(position: Position) -> str | None:
    """The highest prestige, then the house of the higher total; nobody if these are equal too (H94, H95)."""
    candidates = [
        (noble, one)
        for noble, one in position.nobles()
        if noble not in position.throne.barred
        and (position.throne.reigns > 0 or one.prestige >= NUMBERS.first_king)
    ]
    if not candidates:
        return None
    best = max(one.prestige for _, one in candidates)
    first = [(noble, one) for noble, one in candidates if one.prestige == best]
    totals = {one.house: position.total(one.house) for _, one in first}
    richest = [house for house, total in totals.items() if total == max(totals.values())]
    if len(richest) > 1:
        return None
    own = [(noble, one) for noble, one in first if one.house == richest[0]]
    return min(own, key=lambda pair: ROLES.index(pair[1].role))[0]


def _vetoing_vizier(position: Position, candidate: str) -> str | None:
    """The most senior vizier who may and would veto that candidate (H96)."""
    against = position.living(candidate).house
    viziers = [
        noble
        for noble, one in position.nobles()
        if one.role == "vizier"
        and one.prestige >= NUMBERS.veto
        and not one.veto_used
        and against in position.houses[one.house].standing.veto
    ]
    return min(viziers, key=lambda noble: seniority(position, noble), default=None)


def _lapse_commands(turn: Turn) -> None:
    turn.new_commands.clear()
    turn.due_commands.clear()
