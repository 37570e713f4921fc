"""What a seat may ask for, and how the JSON that came is read (X10)."""

from dataclasses import dataclass

from libs.games.kit.codec import Codec, Malformed, UnknownType, command_codec
from libs.games.kit.game import Json
from libs.games.kit.rejection import Rejected
from libs.games.tictactoe.position import CELLS
from libs.games.tictactoe.rejections import BAD_COMMAND, UNKNOWN_COMMAND


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Place the seat's mark on a cell, 0 to 8, row by row."""

    cell: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    """Give the game to the other seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """The deadline of the present turn has passed; the platform's alone."""


Command = Place | Resign | Lapse

COMMANDS: Codec[Command] = command_codec((Place, Resign, Lapse))


def read_command(seat: int | None, asked: Json) -> Command:
    """The command that the JSON describes; a seat has every command but the lapse, the platform only that."""
    try:
        command = COMMANDS.decode(asked)
    except UnknownType:
        raise Rejected(UNKNOWN_COMMAND) from None
    except Malformed as error:
        raise Rejected(BAD_COMMAND, {"reason": str(error)}) from None
    if isinstance(command, Lapse) != (seat is None):
        raise Rejected(UNKNOWN_COMMAND)
    if isinstance(command, Place) and command.cell not in CELLS:
        raise Rejected(BAD_COMMAND, {"reason": f"cell: 0 to 8 is expected, not {command.cell}"})
    return command
