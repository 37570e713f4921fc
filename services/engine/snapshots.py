"""Snapshots of a table: a cache that saves reading the log from its start. Any of them may be lost."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import StrictBytes, StrictInt, StrictStr

import libs
from libs.events.wire import Malformed, pack, plain, unpack, validate
from libs.runtime.clock import Clock
from libs.runtime.platform_events import GameBegun, GameClosed
from libs.runtime.state import AnyGame, State
from libs.runtime.table import Done, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A table as stored; `fence` is the stream sequence of its last entry, `build` what wrote it."""

    build: StrictStr
    game: StrictStr
    rules: StrictInt
    seq: StrictInt
    began_at: StrictInt
    fence: StrictInt
    at: StrictInt
    hash: StrictBytes
    numbers: tuple[tuple[StrictInt | None, StrictInt], ...]
    heads: tuple[tuple[StrictInt | None, StrictBytes], ...]
    shown_at: tuple[tuple[StrictInt | None, StrictInt], ...]
    ids: tuple[tuple[StrictStr, StrictInt, StrictInt], ...]
    forgotten: tuple[tuple[StrictInt | None, StrictInt], ...]
    last_of: tuple[tuple[StrictInt, StrictInt], ...]
    position: dict[StrictStr, Any]
    begun: dict[StrictStr, Any]
    players: tuple[StrictStr, ...]
    clock: dict[StrictStr, Any] | None
    closed: dict[StrictStr, Any] | None
    secret: StrictStr | None


def build_id() -> str:
    """A hash over the code that folds: a snapshot of another build is ignored."""
    digest = sha256()
    for path in sorted(Path(libs.__path__[0]).rglob("*")):
        if path.suffix in (".py", ".json"):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def take(table: Table, fence: int, build: str) -> bytes:
    """The table as a snapshot."""
    state = table.state
    return pack(
        Snapshot(
            build=build,
            game=table.game.name,
            rules=table.rules,
            seq=table.seq,
            began_at=table.began_at,
            fence=fence,
            at=table.at,
            hash=table.hash,
            numbers=tuple(table.numbers.items()),
            heads=tuple(table.heads.items()),
            shown_at=tuple(table.shown_at.items()),
            ids=tuple((id, done.seq, done.number) for id, done in table.ids.items()),
            forgotten=tuple(table.forgotten.items()),
            last_of=tuple(table.last_of.items()),
            position=table.game.dump(state.position),
            begun=plain(state.begun),
            players=state.players,
            clock=None if state.clock is None else asdict(state.clock),
            closed=None if state.closed is None else plain(state.closed),
            secret=state.secret,
        )
    )


def restore(room: str, data: bytes, build: str, games: Mapping[str, AnyGame]) -> tuple[Table, int] | None:
    """The table of a snapshot and its fence; None where it is of another build or cannot be read."""
    try:
        stored = unpack(Snapshot, data)
        if stored.build != build or stored.game not in games:
            return None
        table = Table(room, games[stored.game])
        position = table.game.load(stored.position)
        table.state = State(
            position=position,
            begun=validate(GameBegun, stored.begun),
            players=tuple("bot" if player == "bot" else "person" for player in stored.players),
            wait=table.game.waiting(position),
            clock=None if stored.clock is None else Clock(**stored.clock),
            closed=None if stored.closed is None else validate(GameClosed, stored.closed),
            secret=stored.secret,
        )
    except (Malformed, ValueError, TypeError):
        return None
    table.rules, table.began_at = stored.rules, stored.began_at
    table.seq, table.at, table.hash = stored.seq, stored.at, stored.hash
    table.numbers, table.heads = dict(stored.numbers), dict(stored.heads)
    table.shown_at = dict(stored.shown_at)
    table.ids = OrderedDict((id, Done(seq, number)) for id, seq, number in stored.ids)
    table.forgotten, table.last_of = dict(stored.forgotten), dict(stored.last_of)
    return table, stored.fence
