"""Every subject, made and read in one place; partitions and shards."""

import re
from zlib import crc32

ROOM_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What a room id may look like: one token of a subject."""


def partition(room: str, partitions: int) -> int:
    """The partition of a room: CRC-32 of its id modulo their number, fixed for an installation."""
    return crc32(room.encode()) % partitions


def shard(partition: int, shards: int) -> int:
    """The log shard of a partition."""
    return partition % shards


def game(shard: int, room: str) -> str:
    return f"game.{shard}.{room}"


def timer(shard: int, room: str) -> str:
    return f"timer.{shard}.{room}"


def due(shard: int, partition: int, room: str) -> str:
    return f"due.{shard}.{partition}.{room}"


def command(origin: str, partition: int, room: str) -> str:
    """A request to the engine that holds the partition; origin is player, bot, host or admin."""
    return f"command.{origin}.{partition}.{room}"


def commands(partition: int) -> str:
    return f"command.*.{partition}.*"


def ask(partition: int, room: str) -> str:
    """A request by an edge: a view, a piece of the log, a position, the commitment."""
    return f"ask.{partition}.{room}"


def asks(partition: int) -> str:
    return f"ask.{partition}.*"


def room(room: str) -> str:
    return f"room.{room}"


def table(room: str) -> str:
    return f"table.{room}"


def snapshot(room: str) -> str:
    return f"snapshot.{room}"


def bot(game: str, room: str) -> str:
    return f"bot.{game}.{room}"


def archive(room: str) -> str:
    return f"archive.{room}"


def chat(room: str) -> str:
    return f"chat.{room}"


def heard(room: str) -> str:
    """What was said, told live to the edges once it is stored: what the fence refuses is not heard."""
    return f"heard.{room}"


def say(room: str) -> str:
    return f"say.{room}"


def unsay(person: str) -> str:
    """A request to the chat: take back all that a person said, in every room."""
    return f"unsay.{person}"


def unsaid(room: str) -> str:
    """What was taken back in a room, told live to the edges and to every copy of the chat."""
    return f"unsaid.{room}"


def erased(person: str) -> str:
    """An account is being erased: told live to the edges, which forget the name and close the sockets."""
    return f"erased.{person}"


def public(room: str) -> str:
    return f"public.{room}"


def admin(action: str) -> str:
    """What operators did."""
    return f"admin.{action}"


def banned(person: str) -> str:
    """A ban was recorded or lifted: told live to the edges, which close the person's sockets and sessions."""
    return f"banned.{person}"


def drain(process: str) -> str:
    """Told to one process: give up what you hold and take no more, or take your share again."""
    return f"drain.{process}"


def set_aside(room: str) -> str:
    """A command that made the engine fail: kept for the developer, the room goes on."""
    return f"aside.{room}"


def view(room: str, reader: int | None) -> str:
    return f"view.{room}.{'public' if reader is None else reader}"


def views(room: str) -> str:
    return f"view.{room}.*"


def presence(room: str) -> str:
    return f"presence.{room}"


ENGINES = "engines.alive"
"""Engines tell each other here that they live, and which partitions they hold."""

EDGES = "edges.alive"
"""Edges tell each other here that they live, and whose connections they hold."""

ASK_STATS = "stats.ask"
"""An operator's question to every process: how do you do?"""

STATS = "stats.told"
"""What each of them answers, for all who listen: no message says where answers go."""


ASK_CONNECTED = "connected.ask"
"""An operator's question to every edge: who is connected to this room?"""

CONNECTED = "connected.told"
"""What each of them answers."""


def room_of(subject: str) -> str:
    """The room that a subject names: its last token, but for views the one before."""
    tokens = subject.split(".")
    return tokens[1] if tokens[0] == "view" else tokens[-1]


def fits(pattern: str, subject: str) -> bool:
    """Whether a subject fits a pattern with `*` (one token) and a closing `>` (one or more).

    A subject that is a pattern itself does if all that fits it fits the other.
    """
    wanted, tokens = pattern.split("."), subject.split(".")
    for number, token in enumerate(wanted):
        if token == ">":
            return len(tokens) > number
        if number >= len(tokens) or tokens[number] == ">" or token not in ("*", tokens[number]):
            return False
    return len(wanted) == len(tokens)
