"""The log's entry: one accepted command and what came of it; its bytes and the hash chain."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from pydantic import Field, StrictBytes, StrictInt, StrictStr

from libs.events.commands import CommandId, GameName, Origin, RoomId, Seat
from libs.events.upcasters import upcast
from libs.events.wire import Malformed, pack, unpack_plain, validate

ENTRY_VERSION = 2
"""Schema version of the envelope that is written; older ones are upcast when read."""

GENESIS = bytes(32)
"""The hash before the first entry."""

Hash = Annotated[bytes, Field(strict=True, min_length=32, max_length=32)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The command of an entry: who asked what. Seat None: the host, or the clock."""

    id: CommandId
    origin: Origin
    seat: Seat | None
    body: dict[StrictStr, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One use of chance: `ask` says what was drawn from, so that it can be drawn again from the seeds."""

    name: StrictStr
    ask: dict[StrictStr, Any]
    outcome: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One message of `game.<s>.<room>` (architecture, section 3).

    seq     the room's own count, from 1
    at      Unix milliseconds; never runs back within a room
    events  plain objects with a `type`: the platform's (GameBegun ...) and the game's, in order
    shown   the readers (None: spectators) whom it showed something: their view numbers count these
    state   SHA-256 of the canonical JSON of the position after it, every 64 entries and in the last
    """

    v: StrictInt = ENTRY_VERSION
    room: RoomId
    game: GameName
    rules: StrictInt
    seq: Annotated[int, Field(strict=True, ge=1)]
    at: StrictInt
    command: Asked
    events: tuple[dict[StrictStr, Any], ...]
    draws: tuple[Draw, ...] = ()
    shown: tuple[Seat | None, ...] = ()
    state: Hash | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """An entry as it is stored: its bytes, and the hash over the former hash and these bytes."""

    entry: StrictBytes
    hash: Hash


def seal(former: bytes, entry: Entry) -> tuple[bytes, bytes]:
    """The message to store, and its hash = SHA-256(former hash ‖ entry bytes)."""
    body = pack(entry)
    digest = sha256(former + body).digest()
    return pack(Sealed(entry=body, hash=digest)), digest


class Broken(ValueError):
    """A stored entry that does not follow from the former one."""


def _opened(sealed: Any) -> tuple[bytes, bytes]:
    """What a Sealed holds. Read by hand: this runs for every entry of every replay."""
    if type(sealed) is not dict:
        raise Malformed("message: not an object")
    body, digest = sealed.get("entry"), sealed.get("hash")
    if type(body) is not bytes:
        raise Malformed("entry: not bytes")
    if type(digest) is not bytes or len(digest) != 32:
        raise Malformed("hash: not 32 bytes")
    return body, digest


def seq_of(data: bytes) -> int:
    """The `seq` of a stored message of any version; nothing else of it is looked at. Raises Malformed."""
    value = unpack_plain(_opened(unpack_plain(data))[0])
    seq = value.get("seq") if type(value) is dict else None
    if type(seq) is not int:
        raise Malformed("seq: not a number")
    return seq


def next_hash(former: bytes, data: bytes) -> bytes | None:
    """The hash of a stored message that follows the one with the hash `former`; None where it does not."""
    try:
        body, digest = _opened(unpack_plain(data))
    except Malformed:
        return None
    return digest if sha256(former + body).digest() == digest else None


class NewerEntry(Malformed):
    """An entry written by a newer build: leave its room to an engine that knows it."""


def unseal(data: bytes, former: bytes | None = None) -> tuple[Entry, bytes]:
    """The entry of a stored message and its hash; with `former` the chain is checked.

    Raises Malformed, NewerEntry, or Broken where the hash does not hold.
    """
    value, digest = unseal_plain(data, former)
    return validate(Entry, value), digest


def unseal_plain(data: bytes, former: bytes | None = None) -> tuple[Any, bytes]:
    """The same as plain data in the newest shape, not validated: for those who read millions of them."""
    body, digest = _opened(unpack_plain(data))
    if former is not None and sha256(former + body).digest() != digest:
        raise Broken("the entry's hash does not follow from the former one")
    return _newest(unpack_plain(body)), digest


def read_entry(value: Any) -> Entry:
    """An entry from the plain data that its bytes are, in the newest shape. Raises Malformed, NewerEntry."""
    return validate(Entry, _newest(value))


def _newest(value: Any) -> Any:
    version = value.get("v") if isinstance(value, dict) else None
    if version != ENTRY_VERSION:
        if isinstance(version, int) and version > ENTRY_VERSION:
            raise NewerEntry(f"entry of schema version {version}; this build knows {ENTRY_VERSION}")
        value = upcast(value)
        if isinstance(value, dict) and value.get("v") != ENTRY_VERSION:
            raise Malformed(f"v: {version!r:.40} is no schema version of an entry")
    return value
