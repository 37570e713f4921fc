"""Two hundred ways to tamper with recorded games: which log, what is done, and where it must be found."""

import random
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from divan.verifying.report import Check
from libs.events.entry import GENESIS
from libs.events.wire import pack
from tests.proof.tampering import Book, book
from tests.runtime.golden_logs import GOLDEN, read

LARGE = 200
"""Entries from which on a log takes long to verify: one tampering in ten is with such a one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tampering:
    """A tampered book, what a client knew, and where it may be found: entries (None: the whole), checks."""

    what: str
    book: Book
    entries: tuple[int | None, ...] | range
    checks: frozenset[Check]
    heads: tuple[str, ...] = ()


@cache
def golden(name: str) -> Book:
    return book(read(name))


Kind = Callable[[Book, random.Random], Tampering]

EVERY = frozenset(Check)
CHAIN, ORDER = frozenset({Check.CHAIN}), frozenset({Check.ORDER})


def tamperings(count: int) -> Iterator[Tampering]:
    """The same ones every time, each kind equally often."""
    large = [name for name in GOLDEN if len(golden(name).lines) > LARGE]
    small = [name for name in GOLDEN if name not in large]
    for number in range(count):
        rng = random.Random(f"tampering {number}")
        name = rng.choice(large if large and number % 10 == 9 else small)
        kind = KINDS[number % len(KINDS)]
        tampering = kind(golden(name).copy(), rng)
        yield Tampering(
            what=f"{number}: {name}, {kind.__name__}, {tampering.what}",
            book=tampering.book,
            entries=tampering.entries,
            checks=tampering.checks,
            heads=tampering.heads,
        )


# Each entry counts from 1.


def byte(book: Book, rng: random.Random) -> Tampering:
    """Any byte of any entry."""
    seq = rng.randint(1, len(book.lines))
    body = bytearray(book.bodies[seq - 1])
    place = rng.randrange(len(body))
    body[place] ^= rng.randint(1, 255)
    book.lines[seq - 1]["entry"] = b64encode(body).decode()
    return Tampering(what=f"byte {place} of entry {seq}", book=book, entries=(seq,), checks=CHAIN)


def leaf(book: Book, rng: random.Random) -> Tampering:
    """Any field of any entry, after decoding."""
    seq = rng.randint(1, len(book.lines))
    entry = book.entries[seq - 1]
    where = change(entry, rng)
    book.lines[seq - 1]["entry"] = b64encode(pack(entry)).decode()
    return Tampering(what=f"{where} of entry {seq}", book=book, entries=(seq,), checks=CHAIN)


def drop(book: Book, rng: random.Random) -> Tampering:
    seq = rng.randint(1, len(book.lines) - 1)
    del book.lines[seq - 1]
    return Tampering(what=f"entry {seq}", book=book, entries=(seq,), checks=ORDER)


def drop_and_renumber(book: Book, rng: random.Random) -> Tampering:
    seq = rng.randint(1, len(book.lines) - 1)
    del book.lines[seq - 1]
    return Tampering(what=f"entry {seq}", book=book.renumbered(), entries=(seq,), checks=CHAIN)


def drop_and_rehash(book: Book, rng: random.Random) -> Tampering:
    """The entries after it keep their own numbers."""
    seq = rng.randint(1, len(book.lines) - 1)
    bodies = book.bodies
    del bodies[seq - 1]
    return Tampering(what=f"entry {seq}", book=book.rehashed(bodies), entries=(seq,), checks=ORDER)


def reorder(book: Book, rng: random.Random) -> Tampering:
    one, other = sorted(rng.sample(range(len(book.lines)), 2))
    book.lines[one], book.lines[other] = book.lines[other], book.lines[one]
    what = f"entries {one + 1} and {other + 1}"
    return Tampering(what=what, book=book.renumbered(), entries=(one + 1,), checks=CHAIN)


def copy(book: Book, rng: random.Random) -> Tampering:
    of, place = rng.randrange(len(book.lines)), rng.randint(1, len(book.lines) - 1)
    book.lines.insert(place, dict(book.lines[of]))
    # The copy of the entry that stands there follows as well as that one does: the next is one too many.
    found = place + 2 if of == place else place + 1
    what = f"entry {of + 1} once more as entry {place + 1}"
    checks = frozenset({Check.CHAIN, Check.END})
    return Tampering(what=what, book=book.renumbered(), entries=(found,), checks=checks)


def invent(book: Book, rng: random.Random) -> Tampering:
    """An entry of one's own, numbered and hashed as it should be; those after it stay as they are."""
    place = rng.randint(1, len(book.lines) - 1)
    entry = book.entries[place]
    change(entry["command"], rng)
    body = pack(entry)
    former = GENESIS if place == 0 else bytes.fromhex(book.lines[place - 1]["hash"])
    line = {"entry": b64encode(body).decode(), "hash": sha256(former + body).hexdigest()}
    book.lines.insert(place, line)
    return Tampering(
        what=f"as entry {place + 1}", book=book.renumbered(), entries=(place + 1, place + 2), checks=EVERY
    )


def truncate(book: Book, rng: random.Random) -> Tampering:
    """With a head that a client was given of what is gone."""
    left = rng.randint(1, len(book.lines) - 1)
    head = rng.choice(book.heads[left:])
    del book.lines[left:]
    book.renumbered()
    what = f"to {left} entries"
    return Tampering(what=what, book=book, entries=(None,), checks=frozenset({Check.HEAD}), heads=(head,))


def rehash(book: Book, rng: random.Random) -> Tampering:
    """Any field, all later hashes computed anew; a client has a head of that entry or a later one."""
    seq = rng.randint(1, len(book.lines))
    head = rng.choice(book.heads[seq - 1 :])
    entries = book.entries
    where = change(entries[seq - 1], rng)
    forged = book.rehashed(pack(entry) for entry in entries)
    later = (None, *range(seq, len(book.lines) + 1))
    return Tampering(what=f"{where} of entry {seq}", book=forged, entries=later, checks=EVERY, heads=(head,))


def rehash_events(book: Book, rng: random.Random) -> Tampering:
    """Any field of an event, all later hashes computed anew, and nobody has a head."""
    entries = book.entries
    seq = rng.choice([entry["seq"] for entry in entries[1:] if _changeable(entry["events"])])
    where = change(entries[seq - 1]["events"], rng)
    found = frozenset({Check.RULES, Check.FOLD, Check.COMMITMENT})
    forged = book.rehashed(pack(entry) for entry in entries)
    return Tampering(what=f"{where} of entry {seq}", book=forged, entries=(seq,), checks=found)


def rehash_outcome(book: Book, rng: random.Random) -> Tampering:
    """The outcome of a draw, all later hashes computed anew, and nobody has a head."""
    entries = book.entries
    seq = rng.choice([entry["seq"] for entry in entries if entry["draws"]])
    draw = rng.choice(entries[seq - 1]["draws"])
    where = change(draw, rng, only="outcome")
    forged = book.rehashed(pack(entry) for entry in entries)
    return Tampering(
        what=f"{where} of entry {seq}", book=forged, entries=(seq,), checks=frozenset({Check.DRAW})
    )


def rehash_state(book: Book, rng: random.Random) -> Tampering:
    """The hash of a position, all later hashes computed anew, and nobody has a head."""
    entries = book.entries
    seq = rng.choice([entry["seq"] for entry in entries if entry["state"] is not None])
    where = change(entries[seq - 1], rng, only="state")
    forged = book.rehashed(pack(entry) for entry in entries)
    return Tampering(
        what=f"{where} of entry {seq}",
        book=forged,
        entries=(seq,),
        checks=frozenset({Check.STATE, Check.FORM}),
    )


KINDS: tuple[Kind, ...] = (
    *(byte, leaf, drop, drop_and_renumber, drop_and_rehash, reorder, copy, invent),
    *(truncate, rehash, rehash_events, rehash_outcome, rehash_state),
)

Leaf = tuple[Any, Any, str]
"""What holds it, its key or place there, and the way to it."""


def change(value: Any, rng: random.Random, *, only: str | None = None) -> str:
    """Another value in one place below `value`; the way to it."""
    leaves = [leaf for leaf in _leaves(value, "") if only is None or leaf[2].startswith(f".{only}")]
    holder, key, way = rng.choice(leaves)
    holder[key] = _other(holder[key], rng)
    return way


def _leaves(value: Any, way: str) -> Iterator[Leaf]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in pairs:
        here = f"{way}.{key}"
        if isinstance(item, (dict, list)) and item:
            yield from _leaves(item, here)
        else:
            yield value, key, here


def _changeable(value: Any) -> bool:
    return any(True for _ in _leaves(value, ""))


def _other(value: Any, rng: random.Random) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + rng.choice((-1, 1))
        case str():
            return f"{value}x"
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
        case None:
            return 0
        case list():
            return [0]
        case _:
            return {"x": 0}
