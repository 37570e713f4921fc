"""What a seat may ask for, and how the JSON that came is read (F211, steps 1 to 3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from libs.games.fetih.position import Position
from libs.games.fetih.rejections import BAD_COMMAND, GAME_OVER, UNKNOWN_COMMAND
from libs.games.fetih.tables import NEIGHBOURS, RESOURCES, UNITS, Resource, Structure, Unit
from libs.games.kit.codec import Codec, Malformed, UnknownType, command_codec
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class PickRegion:
    region: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDice:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Train:
    region: str
    unit: Unit
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    region: str
    structure: Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceAge:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """A further force; without `units` all that are ready there."""

    from_: str
    units: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Without `units` all that are ready go; `chance` is the percentage that was confirmed (F54)."""

    from_: str
    to: str
    units: Mapping[str, int] | None = None
    support: tuple[Support, ...] = ()
    chance: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ship:
    from_: str
    to: str
    units: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BankTrade:
    """`times` lots of four given for one got (F71)."""

    give: Resource
    get: Resource
    times: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTrade:
    """`to` None is everybody."""

    give: Mapping[str, int]
    get: Mapping[str, int]
    to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptTrade:
    trade: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineTrade:
    trade: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTrade:
    trade: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAlliance:
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptAlliance:
    from_: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineAlliance:
    from_: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakAlliance:
    """`pay` goes to the other ally (F76)."""

    with_: int
    pay: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Disconnect:
    """The person of the seat is gone; the host's alone (F211a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconnect:
    """The person of the seat is back; the host's alone (F211a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """The deadline has passed; the platform's alone (F212)."""


SeatCommand = (
    PickRegion
    | RollDice
    | Train
    | Build
    | AdvanceAge
    | Attack
    | Ship
    | BankTrade
    | OfferTrade
    | AcceptTrade
    | DeclineTrade
    | WithdrawTrade
    | OfferAlliance
    | AcceptAlliance
    | DeclineAlliance
    | BreakAlliance
    | EndTurn
    | Resign
    | Disconnect
    | Reconnect
)
"""What comes from a seat, or from the host for one."""

Command = SeatCommand | Lapse

COMMANDS: Codec[Command] = command_codec(get_args(Command))


def read_command(position: Position, seat: int | None, asked: Json) -> Command:
    """The command that the JSON describes; a seat has every command but the lapse, the platform only that."""
    refuse(GAME_OVER if position.phase == "over" else None)
    try:
        command = COMMANDS.decode(asked)
    except UnknownType:
        raise Rejected(UNKNOWN_COMMAND) from None
    except Malformed as error:
        raise Rejected(BAD_COMMAND, {"reason": str(error)}) from None
    if isinstance(command, Lapse) != (seat is None):
        raise Rejected(UNKNOWN_COMMAND)
    for complaint in _complaints(command, len(position.seats)):
        raise Rejected(BAD_COMMAND, {"reason": complaint})
    return command


def _complaints(command: Command, seats: int) -> Iterator[str]:
    """What the command names that there is not."""
    match command:
        case PickRegion() | Build():
            yield from _regions(command.region)
        case Train():
            yield from _regions(command.region)
            yield from _number("count", command.count)
        case Attack():
            yield from _regions(command.from_, command.to, *(support.from_ for support in command.support))
            for units in (command.units, *(support.units for support in command.support)):
                if units is not None:
                    yield from _counts("units", UNITS, units)
        case Ship():
            yield from _regions(command.from_, command.to)
            yield from _counts("units", UNITS, command.units)
        case BankTrade():
            yield from _number("times", command.times)
        case OfferTrade():
            yield from _seat(command.to, seats)
            yield from _counts("give", RESOURCES, command.give)
            yield from _counts("get", RESOURCES, command.get)
        case OfferAlliance():
            yield from _seat(command.to, seats)
        case AcceptAlliance() | DeclineAlliance():
            yield from _seat(command.from_, seats)
        case BreakAlliance():
            yield from _seat(command.with_, seats)
            yield from _counts("pay", RESOURCES, command.pay)
        case _:
            return


def _regions(*names: str) -> Iterator[str]:
    return (f"there is no region {name!r}" for name in names if name not in NEIGHBOURS)


def _seat(seat: int | None, seats: int) -> Iterator[str]:
    if seat is not None and seat not in range(seats):
        yield f"there are {seats} seats, and no seat {seat}"


def _number(field: str, number: int) -> Iterator[str]:
    if number < 1:
        yield f"{field}: at least 1 is expected, not {number}"


def _counts(field: str, kinds: Sequence[str], numbers: Mapping[str, int]) -> Iterator[str]:
    if not numbers:
        yield f"{field}: at least one is expected"
    for kind, number in numbers.items():
        if kind not in kinds:
            yield f"{field}: there is no {kind!r}"
        yield from _number(kind, number)
