"""One socket as the rest of the edge sees it: whose it is, what it shows, how it is spoken to."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from libs.events.talk import Say
from libs.runtime.tracing import Span
from services.rooms.frames import message, text_frame
from services.rooms.limits import TokenBucket
from services.rooms.metrics import view_seconds
from services.rooms.outbox import Outbox
from services.rooms.refusals import Refusal
from services.rooms.sentences import sentence

if TYPE_CHECKING:
    from services.rooms.reading import Reading


@dataclass(frozen=True, slots=True)
class Request:
    """A player's command that is under way, or waits for the one before: what is answered, and the bytes."""

    id: str
    command: bytes
    came: float
    span: Span
    """From the frame to the answer."""


class Connection:
    """A socket. Its seat is the room's word, never the client's.

    watching   came by the watching link: a spectator whatever seat the person has
    face       hash of the room's JSON as it was shown last
    awaited    number of the view that a command led to and that is not sent yet, and when the command came
    gate       open once the engine has answered that the person is back; None: no gate
    waiting    commands that wait for the one under way
    sayings    messages of talk on their way, the first one under way
    """

    __slots__ = (
        "awaited",
        "bucket",
        "face",
        "game",
        "gate",
        "is_welcome",
        "language",
        "outbox",
        "person",
        "reading",
        "room",
        "sayings",
        "seat",
        "session",
        "shown",
        "strikes",
        "under_way",
        "waiting",
        "watching",
    )

    def __init__(
        self,
        *,
        room: str,
        game: str,
        person: str,
        session: str,
        watching: bool,
        language: str,
        bucket: TokenBucket,
    ) -> None:
        self.room = room
        self.game = game
        self.person = person
        self.session = session
        self.seat: int | None = None
        self.watching = watching
        self.language = language
        self.bucket = bucket
        self.outbox: Outbox | None = None
        self.reading: Reading | None = None
        self.shown: int | None = None
        self.awaited: tuple[int, float] | None = None
        self.face: int | None = None
        self.is_welcome = False
        self.gate: asyncio.Event | None = None
        self.under_way = False
        # Lists, though they are taken from in front: they are short, and most sockets never use them.
        self.waiting: list[Request] = []
        self.sayings: list[Say] = []
        self.strikes = 0

    @property
    def is_behind(self) -> bool:
        """Whether views are to be left out now; the last one is shown when it has caught up."""
        return not self.is_welcome or self.outbox is None or self.outbox.is_behind

    @property
    def is_closed(self) -> bool:
        """Whether we have told the client to go."""
        return self.outbox is not None and self.outbox.is_closed

    def send(self, frame: bytes) -> None:
        """Whatever comes before the welcome stands in it anyway."""
        if self.is_welcome and self.outbox is not None:
            self.outbox.send(frame)

    def show(self, number: int, frame: bytes) -> None:
        """A view of that number."""
        self.shown = number
        self.send(frame)
        if self.awaited is not None and number >= self.awaited[0]:
            view_seconds(self.game).observe(perf_counter() - self.awaited[1])
            self.awaited = None

    def await_view(self, number: int, came: float) -> None:
        """Measure the time from when a command `came` to its view: until now, if it was sent already."""
        if self.shown is not None and self.shown >= number:
            view_seconds(self.game).observe(perf_counter() - came)
        else:
            self.awaited = (number, came)

    def welcome(self, frame: bytes, face: bytes, shown: int | None) -> None:
        self.is_welcome = True
        self.face = hash(face)
        self.shown = shown
        self.send(frame)

    def show_room(self, face: bytes) -> None:
        """The room as JSON, unless it is what was shown last."""
        if self.is_welcome and hash(face) != self.face:
            self.face = hash(face)
            self.send(text_frame(b'{"type":"room","room":%b}' % face))

    def show_last_view(self) -> None:
        if self.reading is not None and not self.is_behind and self.shown != self.reading.number:
            self.reading.show(self)

    def refuse(
        self,
        type: str,
        refusal: Refusal,
        *,
        id: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        """Say no to a message: `rejected` and `chat_refused` name its id, `error` has none."""
        said: dict[str, Any] = {"type": type}
        if id is not None:
            said["id"] = id
        said["code"] = refusal.code
        said["message"] = sentence(refusal.code, self.language)
        said["details"] = details or {}
        self.send(message(said))

    def close(self, code: int) -> None:
        if self.outbox is not None:
            self.outbox.close(code)
