"""What somebody who can write to a log may do to it."""

import copy
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from libs.events.entry import GENESIS, unseal
from libs.events.wire import from_json, pack, to_json, unpack_plain
from libs.games.catalog import GAMES
from libs.runtime.game_file import header_of, lines
from libs.runtime.table import open_table

Entry = dict[str, Any]
"""A decoded entry as plain data."""


@dataclass(slots=True)
class Book:
    """A game file taken apart, to be changed and put together again: the header, and a line an entry."""

    header: dict[str, Any]
    lines: list[dict[str, Any]]

    def copy(self) -> "Book":
        return copy.deepcopy(self)

    def text(self) -> bytes:
        return b"".join(to_json(line) + b"\n" for line in (self.header, *self.lines))

    @property
    def bodies(self) -> list[bytes]:
        return [b64decode(line["entry"]) for line in self.lines]

    @property
    def heads(self) -> list[str]:
        return [line["hash"] for line in self.lines]

    @property
    def entries(self) -> list[Entry]:
        return [unpack_plain(body) for body in self.bodies]

    def renumbered(self) -> "Book":
        """The same lines, numbered from 1 again, and counted in the header."""
        for seq, line in enumerate(self.lines, start=1):
            line["seq"] = seq
        self.header["entries"] = len(self.lines)
        self.header["head"] = self.lines[-1]["hash"]
        return self

    def rehashed(self, bodies: Iterable[bytes]) -> "Book":
        """Other entries, with a hash chain that holds and a header that fits."""
        former, self.lines = GENESIS, []
        for seq, body in enumerate(bodies, start=1):
            former = sha256(former + body).digest()
            self.lines.append({"seq": seq, "entry": b64encode(body).decode(), "hash": former.hex()})
        return self.renumbered()

    def forged(self, change: Callable[[list[Entry]], object]) -> "Book":
        """Entries changed after decoding, and every later hash computed anew."""
        entries = self.entries
        change(entries)
        return self.rehashed(pack(entry) for entry in entries)


def book(log: Iterable[bytes]) -> Book:
    """A recorded log as a file of its own."""
    stored = list(log)
    table, digest = None, GENESIS
    for data in stored:
        entry, digest = unseal(data, digest)
        table = open_table(entry.room, entry.game, GAMES) if table is None else table
        table.apply(entry, digest)
    assert table is not None
    header, *rest = (from_json(line) for line in lines(header_of(table), stored))
    return Book(header, rest)


def read_book(text: bytes) -> Book:
    """A file that holds one game."""
    header, *rest = (from_json(line) for line in text.splitlines())
    return Book(header, rest)
