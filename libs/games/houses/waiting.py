"""Whom the game waits for, how it ended, and who may talk: sections 12 and 13, H3."""

from libs.games.houses.position import Position
from libs.games.houses.tables import HOUSES
from libs.games.kit.game import Channel, Result, Standing, Talk, Wait


def waiting(position: Position) -> Wait | Result:
    """One deadline a turn. Whether a seat has given its orders is a secret: the clock runs for all (H100)."""
    seats = range(len(position.seats))
    if position.result is not None:
        return Result(reason=position.result.cause, seats=_standings(position))
    bots = tuple(seat for seat in seats if not stands_behind_orders(position, seat))
    return Wait(key=f"turn {position.turn}", seats=tuple(seats), seconds=position.turn_seconds, bots=bots)


def stands_behind_orders(position: Position, seat: int) -> bool:
    sheet = position.houses[position.seats[seat]].sheet
    return sheet is not None and seat in sheet.confirmed


def _standings(position: Position) -> tuple[Standing, ...]:
    """The winners share the first place, the others follow by crowns (section 12)."""
    result = position.result
    assert result is not None, "only a game that is over has standings"
    crowns = [(house in result.winners, position.houses[house].crowns) for house in HOUSES]
    # Winners by the turn limit are equal in crowns; a ruling house that reached its number may not lead.
    scores = [(True, 0) if won else (False, count) for won, count in crowns]
    places = [1 + sum(other > score for other in scores) for score in scores]
    return tuple(
        Standing(
            outcome="won" if house in result.winners else "lost",
            place=places[house],
            score=position.houses[house].crowns,
        )
        for house in position.seats
    )


def talk(position: Position) -> Talk:
    """Only partners talk while the game runs; persons stay hidden (H3, H100).

    All their channels have one name, so that it tells nothing and a page need not know it.
    """
    if position.phase == "over":
        return Talk()
    rooms = [tuple(position.seats_of(house)) for house in HOUSES]
    channels = tuple(Channel(name="house", seats=seats) for seats in rooms if len(seats) > 1)
    return Talk(channels=channels, hidden=True)
