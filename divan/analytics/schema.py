"""The tables that analysts get. Columns are added at the end, never renamed; a change gets a version."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

SCHEMA_VERSION = 1
"""Stands in the metadata of every file as `divan.schema`."""

Kind = Literal["text", "integer", "real", "flag", "time", "hash", "json"]
"""How values are stored: `TYPES` says it to people, `parquet.ARROW` to Arrow."""

TYPES: Mapping[Kind, str] = MappingProxyType(
    {
        "text": "string",
        "integer": "int32",
        "real": "double",
        "flag": "boolean",
        "time": "timestamp, ms, UTC",
        "hash": "32 bytes",
        "json": "string, JSON",
    }
)


@dataclass(frozen=True, slots=True)
class Column:
    """`few`: it has few different values, which are stored once each. `maybe`: it may be null."""

    name: str
    kind: Kind
    meaning: str
    few: bool = False
    maybe: bool = False


_ROOM = Column("room", "text", "the room's id: what the four tables are joined by", few=True)
_SEAT = "the seat, from 0"

GAMES = (
    _ROOM,
    Column("rules", "integer", "the version of the game's rules that it began with"),
    Column("began_at", "time", "the first entry"),
    Column("ended_at", "time", "the last entry; its day in UTC is the partition's"),
    Column("seconds", "real", "from the first entry to the last"),
    Column("seats", "integer", "how many there are"),
    Column("persons", "integer", "how many of them a person took"),
    Column("entries", "integer", "accepted commands, the first entry among them"),
    Column("events", "integer", "what they caused"),
    Column("draws", "integer", "uses of chance"),
    Column("reason", "text", "how it ended, in the game's own word, or why the room was closed", few=True),
    Column("closed", "flag", "closed while it ran: nobody won or lost"),
    Column("options", "json", "the setup options", few=True),
    Column("chance", "integer", "the version of chance (docs/chance.md)"),
    Column("loaded", "flag", "it began from a given position"),
    Column("fork_room", "text", "the room of the game that it was forked from", maybe=True),
    Column("fork_seq", "integer", "the entry of that game from which it goes on", maybe=True),
    Column("head", "hash", "the hash of the last entry, which the whole log hangs on"),
)

SEATS = (
    _ROOM,
    Column("seat", "integer", _SEAT),
    Column("player", "text", "who took it: `person` or `bot`", few=True),
    Column("bot", "text", "the kind of bot", few=True, maybe=True),
    Column("person", "text", "the person's pseudonym; null in game files, which know none", maybe=True),
    Column("seed_given", "flag", "whether the person gave the seed that was committed to"),
    Column(
        "outcome", "text", "`won`, `lost` or `drew`; null where the room was closed", few=True, maybe=True
    ),
    Column("place", "integer", "from 1, equal where seats share it", maybe=True),
    Column("score", "real", "where the game has one", maybe=True),
    Column("entries_by_person", "integer", "commands that a person gave for it"),
    Column("entries_by_bot", "integer", "commands that a bot gave for it"),
    Column("left_at", "time", "when a bot first sat in for its person", maybe=True),
    Column("left_seq", "integer", "the entry of that", maybe=True),
    Column("resigned_at", "time", "when it gave the game up", maybe=True),
    Column("resigned_seq", "integer", "the entry of that", maybe=True),
)

ENTRIES = (
    _ROOM,
    Column("seq", "integer", "counts the room's entries, from 1"),
    Column("accepted_at", "time", "when; it never runs back within a room"),
    Column("origin", "text", "who asked: `player`, `bot`, `host`, `admin`, `clock`", few=True),
    Column("seat", "integer", f"{_SEAT}; null for the host and the clock", maybe=True),
    Column("type", "text", "the command's type", few=True, maybe=True),
    Column("command", "json", "the whole command"),
    Column("events", "integer", "how many events it caused"),
    Column("draws", "json", "a list of `{name, ask, outcome}`; null where nothing was drawn", maybe=True),
    Column("hash", "hash", "SHA-256 over the former hash and the entry's bytes"),
)

EVENTS = (
    _ROOM,
    Column("seq", "integer", "the entry that caused it"),
    Column("index", "integer", "its place in that entry, from 0"),
    Column("accepted_at", "time", "when the entry was accepted"),
    Column("type", "text", "the event's type (docs/events.md)", few=True),
    Column("seat", "integer", "its field `seat`, where it has one", maybe=True),
    Column("body", "json", "the whole event"),
)

TABLES: Mapping[str, tuple[Column, ...]] = MappingProxyType(
    {"games": GAMES, "seats": SEATS, "entries": ENTRIES, "events": EVENTS}
)
"""By name. Each is also partitioned by `game` and `day`, which stand in the path."""
