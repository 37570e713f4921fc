"""A simulated game as the log that an engine would have written of it: sealed entries, with times made up.

The game has been played in memory before. Its commands are decided once more, by the engine's own rule, in a
room whose secret follows from the seed; what comes of them must be what came of them then.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from libs.events.commands import Command
from libs.events.wire import canonical, plain
from libs.games.kit import table as in_memory
from libs.games.kit.game import Game, Json
from libs.runtime.game_file import Header, header_of
from libs.runtime.platform_events import is_platform_event
from libs.runtime.sight import Sight, sight, told
from libs.runtime.table import Reader, Table
from services.engine import beginning
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import Draft, rule

FIRST_BEGINS = 1_767_225_600_000
"""Unix milliseconds of 2026-01-01T00:00Z, when the game of number 0 may begin."""

BETWEEN_GAMES = 6 * 60_000
"""Milliseconds from one game's earliest beginning to the next one's."""

FASTEST, USUAL, SLOWEST = 800, 3_000, 25_000
"""Milliseconds that a decision takes."""


class Differs(RuntimeError):
    """The engine's rule made something else of a command than the simulation did: a bug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where the simulated game of a number is played, and all that its chance is made of."""

    id: str
    keyring: Keyring
    start: Mapping[str, Any]
    """The body of the host's first command."""
    begins_at: int
    rng: random.Random
    """Of the clock: how long each decision takes."""

    def chance_key(self, game: Game[Any, Any]) -> bytes:
        """The key of all draws."""
        start = beginning.read_start(self.start, {game.name: game})
        return self.keyring.chance_key(self.id, beginning.begun(self.id, start, self.keyring))


def room_id(
    game: Game[Any, Any], kinds: Sequence[str], *, number: int, seed: str, options: Mapping[str, Json]
) -> str:
    """The same for the same game, bots, options, seed and number."""
    what = {
        "game": game.name,
        "rules": game.rules,
        "kinds": list(kinds),
        "options": dict(options),
        "seed": seed,
        "number": number,
    }
    return f"sim-{sha256(canonical(what)).hexdigest()[:24]}"


def room(
    game: Game[Any, Any], kinds: Sequence[str], *, number: int, seed: str, options: Mapping[str, Json]
) -> Room:
    id = room_id(game, kinds, number=number, seed=seed, options=options)
    rng = random.Random(f"{id}:clock")
    return Room(
        id=id,
        keyring=Keyring({"simulation": sha256(f"divan simulate {seed}".encode()).digest()}, "simulation"),
        start={
            "type": "start",
            "game": game.name,
            "options": dict(options),
            "seats": [{"player": "bot", "bot": kind} for kind in kinds],
        },
        begins_at=FIRST_BEGINS + number * BETWEEN_GAMES + rng.randrange(BETWEEN_GAMES),
        rng=rng,
    )


def log_of(played: in_memory.Table[Any, Any], where: Room) -> tuple[Header, list[bytes]]:
    """The header and the stored messages of a game that was played with the room's chance key."""
    table = Table(where.id, played.game)
    log: list[bytes] = []
    shown = Shown()
    for entry in played.entries:
        command, now = _asked(table, entry, where)
        draft = rule(table, command, now, where.keyring)
        if tuple(event for event, _ in draft.steps if not is_platform_event(event)) != entry.events:
            raise Differs(f"entry {table.seq + 1} of {where.id}")
        stored, data, digest = sealed(table, command, draft, shown.by(table, draft))
        table.apply(stored, digest, state=draft.state)
        log.append(data)
    return header_of(table), log


def _asked(table: Table, entry: in_memory.Entry[Any], where: Room) -> tuple[Command, int]:
    """What an engine would have been asked, and when."""
    if entry.command is None:
        start = dict(where.start)
        return Command(room=where.id, id=f"start-{where.id}", origin="host", body=start), where.begins_at
    body = plain(dict(entry.command))
    takes = round(where.rng.triangular(FASTEST, SLOWEST, USUAL))
    ends_at = table.state.ends_at
    if entry.seat is None:
        at = table.at + takes if ends_at is None else max(table.at, ends_at)
        return Command(room=where.id, id=f"lapse-{table.seq}", origin="clock", body=body), at
    # What comes later finds that the deadline has passed.
    at = table.at + takes if ends_at is None else max(table.at, min(table.at + takes, ends_at - 1))
    command = Command(
        room=where.id,
        id=f"bot-{entry.seat}-{table.seq}-0",
        origin="bot",
        seat=entry.seat,
        question=table.seq,
        body=body,
    )
    return command, at


class Shown:
    """Whom each entry of one game shows something, as services/engine/shows.py finds it.

    A reader's sight is made only where they are told nothing: it is what takes most of an engine's time.
    """

    def __init__(self) -> None:
        self._sights: dict[Reader, Sight] = {}

    def by(self, table: Table, draft: Draft) -> tuple[Reader, ...]:
        """The readers, seats first."""
        readers: tuple[Reader, ...] = (*range(len(draft.state.players)), None)
        return tuple(reader for reader in readers if self._shows(table, draft, reader))

    def _shows(self, table: Table, draft: Draft, reader: Reader) -> bool:
        if table.seq == 0 or told(table.game, draft.steps, reader):
            self._sights.pop(reader, None)
            return True
        former = self._sights.get(reader) or sight(table.game, table.state, reader)
        self._sights[reader] = sight(table.game, draft.state, reader)
        return self._sights[reader] != former
