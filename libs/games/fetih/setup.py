"""The board is dealt: rules F10-F15, F25 and F30."""

from collections.abc import Sequence
from dataclasses import replace

from libs.games.fetih.counts import minus
from libs.games.fetih.events import Deal, Event, GameStarted
from libs.games.fetih.position import Options, Position, Region, Seat
from libs.games.fetih.tables import BALANCE, NEUTRAL_UNITS, NUMBERS, REGIONS, RESOURCES
from libs.games.kit.asks import Shuffle
from libs.games.kit.decision import Decision

TERRAINS = tuple(resource for resource in RESOURCES for _ in range(BALANCE.terrain_counts[resource]))
"""One for each region (F201)."""

TOKENS = tuple(number for number in NUMBERS for _ in range(len(REGIONS) // len(NUMBERS)))
"""One for each region (F13)."""


def begin(decision: Decision[Position, Event], seats: Sequence[str]) -> None:
    order = decision.chance.draw("seat_order", Shuffle(range(len(seats))))
    terrains = decision.chance.draw("terrain", Shuffle(TERRAINS))
    numbers = decision.chance.draw("numbers", Shuffle(TOKENS))
    decision.record(
        GameStarted(
            seats=len(seats),
            bots=tuple(seat for seat, player in enumerate(seats) if player != "person"),
            order=tuple(order),
            regions={
                region: Deal(resource=resource, number=number)
                for region, resource, number in zip(REGIONS, terrains, numbers, strict=True)
            },
        )
    )


def game_started(event: GameStarted) -> Position:
    return Position(
        options=Options(seats=event.seats, bots=event.bots),
        phase="draft",
        order=event.order,
        turn=event.order[0],
        seats=tuple(
            Seat(kind="bot", controller="bot") if seat in event.bots else Seat()
            for seat in range(event.seats)
        ),
        regions={
            name: Region(resource=event.regions[name].resource, number=event.regions[name].number)
            for name in REGIONS
        },
    )


def settled(position: Position) -> Position:
    """Soldiers stand in the regions that nobody has chosen (F30)."""
    held = {
        name: replace(region, units=NEUTRAL_UNITS)
        for name, region in position.regions.items()
        if region.owner is None and not region.village and not any(region.units)
    }
    return replace(position, regions={**position.regions, **held})


def bank_without(hands: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """What the bank holds when the seats hold that (F15)."""
    bank = (BALANCE.bank_per_resource,) * len(RESOURCES)
    for hand in hands:
        bank = minus(bank, hand)
    return bank
