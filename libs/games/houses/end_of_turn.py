"""The end of a turn, E1 to E8: rules H88 to H99b."""

from libs.games.houses.deaths import die, vacate
from libs.games.houses.events import (
    CharacterBribed,
    CharacterCommanded,
    CharacterJoined,
    CharacterMovedRole,
    CrownsAwarded,
    ExtraGranted,
    GameEnded,
    HouseBecameEnemy,
    TurnBegan,
)
from libs.games.houses.orders import deed_form, house_of, id_order
from libs.games.houses.position import Position
from libs.games.houses.reports import announce, report_own
from libs.games.houses.tables import END, HOUSES, NUMBERS, PLACES
from libs.games.houses.throne import choose_by_rank
from libs.games.houses.turn_state import Turn


def end_turn(turn: Turn) -> None:
    _judge_commands(turn)
    report_own(turn)
    for noble in sorted(turn.doomed - turn.treated, key=id_order):
        die(turn, noble, "violence")
        announce(turn, "death", character=noble)
    _educate(turn)
    if turn.position.throne.king is None:
        choose_by_rank(turn)
    _fill_places(turn)
    _award_crowns(turn)
    if not _end_game(turn):
        _begin_next(turn)


def _judge_commands(turn: Turn) -> None:
    """A house whose noble did not carry out exactly what was commanded is an enemy, if it was loyal (H88)."""
    for due in turn.due_commands:
        house = house_of(due.by)
        obeyed = any(given.order == due and given.outcome in ("done", "failed") for given in turn.orders)
        if not obeyed and turn.position.houses[house].status == "loyal":
            turn.record(HouseBecameEnemy(house=house, cause="disobedience", step=END))


def _educate(turn: Turn) -> None:
    """A prince of Court education takes the first place of his list that death has emptied (H93)."""
    for house in HOUSES:
        prince = turn.position.holder(house, "prince")
        if prince is None or turn.position.living(prince).prestige < NUMBERS.court_education:
            continue
        empty = [vacancy.role for vacancy in turn.position.houses[house].vacancies]
        for role in turn.position.houses[house].standing.education:
            if (house, role) in turn.dead_places and role in empty:
                turn.record(CharacterMovedRole(character=prince, house=house, from_="prince", to=role))
                announce(turn, "new_role", character=prince, role=role)
                vacate(turn, house, "prince", NUMBERS.educated_turns)
                break


def _fill_places(turn: Turn) -> None:
    """E5 (H91)."""
    for house in HOUSES:
        due = [
            vacancy.role
            for vacancy in turn.position.houses[house].vacancies
            if vacancy.returns <= turn.position.turn + 1
        ]
        for role in sorted(due, key=PLACES.index):
            newcomer = turn.position.next_id(house)
            turn.record(CharacterJoined(character=newcomer, house=house, role=role))


def _award_crowns(turn: Turn) -> None:
    """E6, in the k-th turn of the rule; that of the coronation is none (H97)."""
    since = turn.position.throne.since
    if since is None:
        return
    years = turn.position.turn - since
    for number in HOUSES:
        house = turn.position.houses[number]
        if house.status == "ruling" and turn.favoured:
            crowns = min(NUMBERS.ruling_crowns, years)
        elif house.status == "loyal":
            crowns = min(NUMBERS.loyal_crowns, years - 1)
        else:
            continue
        if crowns >= 1:
            turn.record(
                CrownsAwarded(
                    house=number,
                    crowns=crowns,
                    total=house.crowns + crowns,
                    cause="rule" if house.status == "ruling" else "loyalty",
                )
            )


def _end_game(turn: Turn) -> bool:
    """E7: H98, then H99."""
    position = turn.position
    ruler = position.throne.house
    if ruler is not None and position.houses[ruler].crowns >= NUMBERS.winning_crowns:
        turn.record(GameEnded(winners=(ruler,), cause="crowns"))
        return True
    if position.turn < position.max_turns:
        return False
    scores = {house: _score(position, house) for house in HOUSES}
    best = max(scores.values())
    winners = tuple(house for house in HOUSES if scores[house] == best)
    turn.record(GameEnded(winners=winners, cause="turn_limit"))
    return True


def _score(position: Position, house: int) -> tuple[int, bool, int]:
    return position.houses[house].crowns, position.throne.house == house, position.total(house)


def _begin_next(turn: Turn) -> None:
    """E8: what was newly commanded, granted and bought takes effect (H99b)."""
    for order in turn.new_commands:
        turn.record(CharacterCommanded(character=order.by, then=deed_form(order)))
    for house, kind in dict.fromkeys(turn.new_extras):
        turn.record(ExtraGranted(house=house, kind=kind))
    for bribe in turn.new_bribes:
        noble = bribe.order.by
        if turn.position.is_living(noble):
            turn.record(CharacterBribed(character=noble, by_house=bribe.by, then=deed_form(bribe.order)))
    turn.record(TurnBegan(turn=turn.position.turn + 1))
