"""What one reader of a room (a seat, or the spectators) is shown at this edge, on all sockets alike."""

from collections.abc import Iterable
from typing import Any, Protocol

import orjson

from libs.events.wire import Malformed, unpack_plain
from libs.runtime.delta import apply
from libs.runtime.logging import get_logger
from services.rooms.frames import encoded, message, text_frame
from services.rooms.metrics import VIEWS

MOST_PENDING = 32
"""So many changes wait to be worked into the document, which is needed only where somebody joins."""

log = get_logger()

WHOLE, DELTA = VIEWS.labels("view"), VIEWS.labels("delta")

Reader = int | None

Plain = dict[str, Any]
"""The plain form of a View, as it came from the engine: trusted, not validated on each move."""


Changes = list[list[Any]]

DOCUMENT = ("number", "at", "head", "seq", "view", "options", "wait", "result", "players")
"""What clients hold of a view, and deltas change (docs/api.md)."""

FIELDS = {"number": int, "former": int, "at": int, "head": bytes, "told": list}
OF_A_VIEW = FIELDS | {"view": dict, "options": list}
OF_A_CHANGE = FIELDS | {"changes": list}
ANY_FIELDS = frozenset({"wait", "result", "players"})


def is_change(plain: Plain) -> bool:
    """Whether it says what has changed since the view before, in place of the whole."""
    return "changes" in plain


def read_view(data: bytes) -> Plain:
    """A view or a change from its bytes, looked at only so far that it can be shown. Raises Malformed."""
    plain = unpack_plain(data)
    if not isinstance(plain, dict) or not (is_change(plain) or plain.keys() >= ANY_FIELDS):
        raise Malformed("it is no view")
    for name, kind in (OF_A_CHANGE if is_change(plain) else OF_A_VIEW).items():
        if type(plain.get(name)) is not kind:
            raise Malformed(f"{name}: it is not of its type")
    return plain


class Shown(Protocol):
    """A socket that shows this reading: `shown` is the number of the last view sent on it."""

    shown: int | None

    @property
    def is_behind(self) -> bool: ...

    def send(self, frame: bytes) -> None: ...

    def show(self, number: int, frame: bytes) -> None:
        """Send a view of that number, which is then what is `shown`."""
        ...


class Reading:
    """The last view of one reader, and the sockets that show it.

    number    of the last view; 0 while the game has not begun, None while nothing is known
    held      the newest view that came after a gap, until the gap is closed
    """

    __slots__ = ("_pending", "_text", "asking", "held", "number", "reader", "sockets")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.number: int | None = None
        self.held: Plain | None = None
        self.asking = False
        self.sockets: list[Shown] = []
        self._text: bytes | None = None
        self._pending: list[Changes] = []

    @property
    def document(self) -> bytes | None:
        """The last view as JSON, None before the first, and where a change did not fit."""
        if self._pending and self._text is not None:
            document = orjson.loads(self._text)
            try:
                for found in self._pending:
                    apply(document, found)
            except (LookupError, TypeError, ValueError) as error:
                log.error("change_does_not_fit", reader=self.reader, why=str(error))
                self.number = self._text = None
            else:
                self._text = _text(document)
        self._pending = []
        return self._text

    def follows(self, plain: Plain) -> bool:
        """Whether that view comes right after the last one; a change also needs that one to be here."""
        if is_change(plain) and self._text is None:
            return False
        return self.number is not None and bool(plain["former"] == self.number)

    def is_newer(self, plain: Plain) -> bool:
        return self.number is None or self._text is None or bool(plain["number"] > self.number)

    def advance(self, plain: Plain) -> None:
        """Show the next view, or the change to it, encoded once for all sockets."""
        former, number = self.number, plain["number"]
        delta = self._turn_by(plain) if is_change(plain) else None
        if delta is None:
            self._turn_to(plain)
        whole: bytes | None = None
        for socket in self.sockets:
            if socket.is_behind:
                continue
            if delta is not None and socket.shown == former:
                frame = delta
            else:
                whole = whole or self._whole(plain["former"], plain["told"])
                if whole is None:
                    return
                frame = whole
            socket.show(number, frame)
        (WHOLE if delta is None else DELTA).inc(len(self.sockets))

    def _whole(self, former: int, told: list[Plain]) -> bytes | None:
        document = self.document
        if document is None:
            return None
        return text_frame(b'{"type":"view","former":%d,"told":%b,%b' % (former, encoded(told), document[1:]))

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
        frame = None if self.number is None else self._whole(self.number, [])
        # Working out the document may find that a change does not fit: then there is no number.
        if frame is None or self.number is None:
            return
        WHOLE.inc()
        socket.show(self.number, frame)

    def _turn_to(self, plain: Plain) -> None:
        """Keep this view as the last one."""
        self.number = plain["number"]
        self._pending = []
        self._text = _text({name: plain.get(name) for name in DOCUMENT} | {"head": plain["head"].hex()})

    def _turn_by(self, plain: Plain) -> bytes:
        """Keep the change as the last view, to be worked out when it is needed; its frame."""
        former, self.number = self.number, plain["number"]
        found = whole_change(plain)
        self._pending.append(found)
        if len(self._pending) > MOST_PENDING:
            _ = self.document
        return message(
            {
                "type": "delta",
                "number": plain["number"],
                "former": former,
                "told": plain["told"],
                "changes": found,
            }
        )


def whole_change(plain: Plain) -> Changes:
    """What changes in the document of clients, where the engine says what changes in the sight."""
    changes = [
        *plain["changes"],
        [["number"], plain["number"]],
        [["at"], plain["at"]],
        [["head"], plain["head"].hex()],
    ]
    seq = plain.get("seq")
    return changes if seq is None else [*changes, [["seq"], seq]]


def _text(document: Plain) -> bytes:
    # A copy: the encoder leaves kilobytes of slack behind its text, and this is kept.
    return b"%b" % encoded(document)
