"""What one reader of a room (a seat, or the spectators) is shown at this edge, on all sockets alike."""

from collections.abc import Iterable
from typing import Any, Protocol

from libs.events.wire import Malformed, unpack_plain
from services.rooms.delta import changes
from services.rooms.frames import encoded, message, text_frame
from services.rooms.metrics import VIEWS

DELTA_ABOVE = 1024
"""Bytes of a view from which on it is worth looking for a delta."""

WHOLE, DELTA = VIEWS.labels("view"), VIEWS.labels("delta")

Reader = int | None

Plain = dict[str, Any]
"""The plain form of a View, as it came from the engine: trusted, not validated on each move."""


FIELDS = {"number": int, "former": int, "at": int, "head": bytes, "told": list, "view": dict, "options": list}
ANY_FIELDS = frozenset({"wait", "result", "players"})


def read_view(data: bytes) -> Plain:
    """A view from its bytes, looked at only so far that showing it cannot fail. Raises Malformed."""
    plain = unpack_plain(data)
    if not isinstance(plain, dict) or not plain.keys() >= ANY_FIELDS:
        raise Malformed("it is no view")
    for name, kind in FIELDS.items():
        if type(plain.get(name)) is not kind:
            raise Malformed(f"{name}: it is not of its type")
    return plain


class Shown(Protocol):
    """A socket that shows this reading: `shown` is the number of the last view sent on it."""

    shown: int | None

    @property
    def is_behind(self) -> bool: ...

    def send(self, frame: bytes) -> None: ...


class Reading:
    """The last view of one reader, and the sockets that show it.

    number    of the last view; 0 while the game has not begun, None while nothing is known
    document  that view as JSON, None before the first
    held      the newest view that came after a gap, until the gap is closed
    """

    __slots__ = ("_plain", "asking", "document", "held", "number", "reader", "sockets")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.number: int | None = None
        self.document: bytes | None = None
        self.held: Plain | None = None
        self.asking = False
        self.sockets: list[Shown] = []
        self._plain: Plain | None = None

    def follows(self, plain: Plain) -> bool:
        """Whether that view comes right after the last one."""
        return self.number is not None and bool(plain["former"] == self.number)

    def is_newer(self, plain: Plain) -> bool:
        return self.number is None or self.document is None or bool(plain["number"] > self.number)

    def advance(self, plain: Plain) -> None:
        """Show the next view: encoded once, as a change where that is smaller."""
        former, number, told = self.number, plain["number"], plain["told"]
        delta = self._turn_to(plain)
        assert self.document is not None
        whole: bytes | None = None
        for socket in self.sockets:
            if socket.is_behind:
                continue
            if delta is not None and socket.shown == former:
                frame = delta
            else:
                if whole is None:
                    told_json = encoded(told)
                    whole = text_frame(
                        b'{"type":"view","former":%d,"told":%b,%b'
                        % (plain["former"], told_json, self.document[1:])
                    )
                frame = whole
            socket.shown = number
            socket.send(frame)
        (WHOLE if delta is None else DELTA).inc(len(self.sockets))

    def jump(self, plain: Plain, missed: Iterable[Plain]) -> None:
        """Show a view that was asked for, after the told events that were missed on the way to it."""
        entries = list(missed)
        self._turn_to(plain)
        told = message({"type": "told", "entries": entries}) if entries else None
        for socket in self.sockets:
            if socket.is_behind:
                continue
            if told is not None and socket.shown is not None:
                socket.send(told)
            self.show(socket)

    def show(self, socket: Shown) -> None:
        """The whole of the last view, without the events that led to it."""
        if self.document is None or self.number is None:
            return
        WHOLE.inc()
        socket.shown = self.number
        socket.send(text_frame(b'{"type":"view","former":%d,"told":[],%b' % (self.number, self.document[1:])))

    def _turn_to(self, plain: Plain) -> bytes | None:
        """Keep this view as the last one; the frame of the change, where that is smaller."""
        old, former = self._plain, self.number
        new = {
            "number": plain["number"],
            "at": plain["at"],
            "head": plain["head"].hex(),
            "view": plain["view"],
            "options": plain["options"],
            "wait": plain["wait"],
            "result": plain["result"],
            "players": plain["players"],
        }
        self.number = plain["number"]
        # A copy: the encoder leaves kilobytes of slack behind its text, and this is kept.
        self.document = b"%b" % encoded(new)
        # The objects take ten times the memory of the text: they are kept only for what deltas are made of.
        self._plain = new if len(self.document) > DELTA_ABOVE else None
        found = None if old is None or self._plain is None else changes(old, new)
        if found is None:
            return None
        delta = message(
            {
                "type": "delta",
                "number": self.number,
                "former": former,
                "told": plain["told"],
                "changes": found,
            }
        )
        return delta if len(delta) < len(self.document) else None
