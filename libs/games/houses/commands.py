"""What a seat may ask for, and how the JSON that came is read (section 5)."""

from dataclasses import dataclass

from libs.games.houses.position import Position
from libs.games.houses.rejections import BAD_ORDERS, GAME_OVER, UNKNOWN_COMMAND
from libs.games.kit.codec import Codec, Malformed, UnknownType, command_codec
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected, refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitOrders:
    """Both as they came: what is wrong in them has its own codes."""

    orders: Json = None
    standing: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmOrders:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """The deadline has passed; the platform's alone (H26)."""


SeatCommand = SubmitOrders | ConfirmOrders
Command = SeatCommand | Lapse

COMMANDS: Codec[Command] = command_codec((SubmitOrders, ConfirmOrders, Lapse))


def read_command(position: Position, seat: int | None, asked: Json) -> Command:
    """The command that the JSON describes; a seat has every command but the lapse, the platform only that."""
    refuse(GAME_OVER if position.phase == "over" else None)
    try:
        command = COMMANDS.decode(asked)
    except UnknownType:
        raise Rejected(UNKNOWN_COMMAND) from None
    except Malformed as error:
        # A field too many: beside orders it is disorder, elsewhere there is no such command.
        of_orders = isinstance(asked, dict) and asked.get("type") == "submit_orders"
        raise Rejected(BAD_ORDERS if of_orders else UNKNOWN_COMMAND, {"reason": str(error)}) from None
    if isinstance(command, Lapse) != (seat is None):
        raise Rejected(UNKNOWN_COMMAND)
    return command
