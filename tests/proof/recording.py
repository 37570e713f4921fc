"""Logs of whole games as an engine stores them, of persons who gave their seeds."""

import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from libs.events.commands import Command, Fork
from libs.events.wire import plain
from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Wait
from libs.runtime.platform_events import PositionLoaded
from libs.runtime.table import Table
from services.ai.bots import BOTS
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import rule

KEYS = Keyring({"proof": bytes(range(32))}, "proof")

FIRST_AT = 1_796_000_000_000
"""When every recorded game begins, in Unix milliseconds; its entries come a second apart."""


def person(room: str, seat: int, *, gives: bool = True) -> dict[str, Any]:
    """A seat of the start command: a person whose seed follows from room and seat, given or not."""
    seed = sha256(f"{room} {seat}".encode()).digest()[:16]
    return {
        "player": "person",
        "seed_hash": sha256(seed).hexdigest(),
        "seed": seed.hex() if gives else None,
    }


def bot(kind: str) -> dict[str, Any]:
    return {"player": "bot", "bot": kind}


class Recorder:
    """A room without an engine: what is given is decided, sealed and folded."""

    def __init__(self, room: str, game: str) -> None:
        self.table = Table(room, GAMES[game])
        self.log: list[bytes] = []

    def give(
        self,
        origin: Any,
        seat: int | None,
        body: dict[str, Any],
        *,
        after: int = 1_000,
        read: PositionLoaded | None = None,
    ) -> None:
        """The next command, so many milliseconds after the former; `read` is the position of a fork."""
        table = self.table
        command = Command(
            room=table.room, id=f"{origin}-{len(self.log)}", origin=origin, seat=seat, body=body
        )
        at = FIRST_AT if table.seq == 0 else table.at + after
        draft = rule(table, command, at, KEYS, read)
        entry, data, digest = sealed(table, command, draft, table.readers)
        table.apply(entry, digest, state=draft.state)
        self.log.append(data)

    def start(self, seats: Sequence[dict[str, Any]], **options: Any) -> None:
        body = {"type": "start", "game": self.table.game.name, "options": options, "seats": list(seats)}
        self.give("host", None, body)

    def start_from(self, source: Table, seats: Sequence[dict[str, Any]]) -> None:
        """As a fork of another game as it stands."""
        assert source.state.begun is not None
        fork = Fork(room=source.room, seq=source.seq, head=source.hash.hex())
        body = {
            "type": "start",
            "game": source.game.name,
            "options": source.state.begun.options,
            "seats": list(seats),
            "fork": plain(fork),
        }
        position = source.game.dump(source.state.position)
        self.give("host", None, body, read=PositionLoaded(position=position, fork=fork))

    def play(self, kind: str, rng: random.Random, until: Callable[["Recorder"], bool]) -> None:
        """Moves that this kind of bot would make, whoever has the seat, until it is over or so far."""
        game = self.table.game
        while isinstance(wait := self.table.state.wait, Wait) and not until(self):
            seat = (wait.bots or wait.seats)[0]
            state = self.table.state
            offered = [option_to_json(option) for option in game.options(state.position, seat)]
            body = BOTS[game.name][kind](game.view(state.position, seat), offered, rng)
            self.give("player" if state.players[seat] == "person" else "bot", seat, body)


def over(recorder: Recorder) -> bool:
    return recorder.table.state.over
