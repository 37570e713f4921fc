"""A log as it is claimed; form, order and hash chain: whether an entry follows from the one before."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from divan.verifying.report import Check, Fails
from libs.events.entry import GENESIS, Draw, Entry, Sealed, read_entry
from libs.events.wire import Malformed, unpack_plain
from libs.runtime.game_file import Header
from libs.runtime.platform_events import reveals_secret

UNKNOWN = "unknown"
"""The kind of an ask in entries of schema version 1, which did not say what was drawn from."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What stands in a log where an entry should be; `entry` holds its bytes where it has some."""

    check: Check
    sentence: str
    entry: bytes = b""


Piece = Sealed | Unreadable
"""A stored entry, not looked into yet, or what stands in its place."""


@dataclass(slots=True)
class ClaimedLog:
    """A log as somebody claims it to be: what stands for each entry, and for a file its header.

    `problem` says why a file has none.
    """

    header: Header | None = None
    problem: str | None = None
    pieces: list[Piece] = field(default_factory=list)


class Chain:
    """The last entry that held: `follow` takes the next one or says why it cannot follow."""

    __slots__ = ("digest", "last", "revealed", "version")

    def __init__(self) -> None:
        self.last: Entry | None = None
        self.digest = GENESIS
        self.version = 0
        self.revealed = False
        """Whether an entry revealed the secret: the last one does."""

    def follow(self, piece: Piece) -> Entry:
        """The next entry. Raises Fails."""
        if self.revealed:
            raise Fails(Check.END, "It stands after the entry that revealed the secret, which is the last.")
        if isinstance(piece, Unreadable):
            raise Fails(piece.check, piece.sentence)
        if sha256(self.digest + piece.entry).digest() != piece.hash:
            raise Fails(Check.CHAIN, "Its hash does not follow from the former hash and its bytes.")
        entry, version = _read(piece.entry)
        self._ordered(entry, version)
        self.last, self.digest, self.version = entry, piece.hash, version
        self.revealed = reveals_secret(entry)
        return entry

    def _ordered(self, entry: Entry, version: int) -> None:
        former = self.last
        expected = 1 if former is None else former.seq + 1
        if entry.seq != expected:
            raise Fails(Check.ORDER, f"It is numbered {entry.seq} where {expected} is expected.")
        if former is None:
            return
        if (entry.room, entry.game, entry.rules) != (former.room, former.game, former.rules):
            raise Fails(Check.ORDER, "It is of another room, game or version of the rules than the former.")
        if entry.at < former.at:
            raise Fails(Check.ORDER, f"It was written {former.at - entry.at} ms before the former entry.")
        if version < self.version:
            raise Fails(Check.ORDER, "It is of an older schema version than the former entry.")


def _read(body: bytes) -> tuple[Entry, int]:
    """An entry from its bytes, and the schema version that it was written in. Raises Fails."""
    try:
        value: Any = unpack_plain(body)
        entry = read_entry(value)
    except Malformed as error:
        raise Fails(Check.FORM, f"It is not an entry: {error}.") from error
    version: int = value["v"]
    if version > 1 and not all(is_known(draw) for draw in entry.draws):
        raise Fails(Check.FORM, "It does not say what was drawn from, as only entries of version 1 may.")
    return entry, version


def is_known(draw: Draw) -> bool:
    """Whether a draw says what it was drawn from."""
    return draw.ask.get("kind") != UNKNOWN
