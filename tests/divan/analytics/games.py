"""Logs to export: the golden ones, and one of persons who leave and resign."""

from collections.abc import Sequence
from typing import Any

from libs.events.commands import Command, Origin
from libs.events.entry import GENESIS, seal, unseal
from libs.games.catalog import GAMES
from libs.runtime.game_file import GameFile, header_of
from libs.runtime.table import Table
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import rule
from tests.runtime.golden_logs import GOLDEN, read

KEYS = Keyring({"k": bytes(32)}, "k")

Given = tuple[Origin, int | None, dict[str, Any]]


def filed(name: str) -> GameFile:
    """A golden log as a game file has it."""
    return of(name, GOLDEN[name][0], tuple(read(name)))


def of(room: str, game: str, log: Sequence[bytes]) -> GameFile:
    table, digest = Table(room, GAMES[game]), GENESIS
    for data in log:
        entry, digest = unseal(data, digest)
        table.apply(entry, digest)
    return GameFile(header_of(table), tuple(log))


def tictactoe(room: str, *given: Given, began_at: int = 1_767_225_600_000) -> tuple[bytes, ...]:
    """The log of two persons' game: each command comes a second after the one before."""
    table, log = Table(room, GAMES["tictactoe"]), []
    seats = [{"player": "person", "bot": None}, {"player": "bot", "bot": "easy"}]
    start: Given = ("host", None, {"type": "start", "game": "tictactoe", "options": {}, "seats": seats})
    for n, (origin, seat, body) in enumerate((start, *given)):
        command = Command(room=room, id=f"c{n}", origin=origin, seat=seat, body=body)
        draft = rule(table, command, began_at + 1000 * n, KEYS)
        entry, data, digest = sealed(table, command, draft, table.readers)
        table.apply(entry, digest, state=draft.state)
        log.append(data)
    return tuple(log)


def resigned(room: str, began_at: int = 1_767_225_600_000) -> tuple[bytes, ...]:
    """A person leaves, a bot sits in, the person comes back and resigns."""
    return tictactoe(
        room,
        ("host", 0, {"type": "leave"}),
        ("host", 0, {"type": "return"}),
        ("player", 0, {"type": "resign"}),
        began_at=began_at,
    )


def resealed(log: Sequence[bytes], number: int, **changed: Any) -> tuple[bytes, ...]:
    """The log with one entry's fields replaced, and its chain made to hold again."""
    from dataclasses import replace

    digest, made = GENESIS, []
    for seq, data in enumerate(log, start=1):
        entry, _ = unseal(data)
        data, digest = seal(digest, replace(entry, **changed) if seq == number else entry)
        made.append(data)
    return tuple(made)
