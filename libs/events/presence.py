"""Who is connected to a room, as operators ask the edges."""

from dataclasses import dataclass

from pydantic import StrictStr

from libs.events.commands import RoomId


@dataclass(frozen=True, slots=True, kw_only=True)
class AskConnected:
    """Subject `connected.ask`: whom does every edge have sockets of in this room?

    `id` is the question's own, of the asker's choice.
    """

    id: StrictStr
    room: RoomId


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """Subject `connected.told`: an edge's answer, by pseudonyms. Who has no seat is a spectator.

    `edges` are all that it knows to live, itself among them: who of them does not answer is not known of.
    """

    id: StrictStr
    edge: StrictStr
    room: RoomId
    seated: tuple[StrictStr, ...]
    spectators: tuple[StrictStr, ...]
    edges: tuple[StrictStr, ...]
