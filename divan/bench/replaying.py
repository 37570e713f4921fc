"""How fast a log is folded: entries and events of one core, the hash chain checked."""

import random
import time
from typing import Any

from divan.bench.figures import Figure
from divan.bench.players import choose
from libs.events.commands import Command
from libs.events.entry import GENESIS, unseal
from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Wait
from libs.runtime.table import Table
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import rule

FOR_SECONDS = 3.0


KEYS = Keyring({"bench": bytes(32)}, "bench")


def recorded(game: str, seed: int, most: int = 2_000) -> list[bytes]:
    """The log of one game of random legal moves, as an engine stores it; cut after so many entries."""
    table = Table("bench", GAMES[game])
    rng = random.Random(seed)
    log: list[bytes] = []

    def give(number: int, origin: Any, seat: int | None, body: dict[str, Any]) -> None:
        command = Command(room="bench", id=f"c{number}", origin=origin, seat=seat, body=body)
        draft = rule(table, command, 1_000 * number, KEYS)
        entry, data, digest = sealed(table, command, draft, table.readers)
        table.apply(entry, digest, state=draft.state)
        log.append(data)

    seats = [{"player": "person"}] * GAMES[game].seats.start
    give(0, "host", None, {"type": "start", "game": game, "options": {}, "seats": seats})
    for number in range(1, most):
        wait = table.state.wait
        if not isinstance(wait, Wait):
            break
        seat = wait.seats[0]
        offered = [option_to_json(option) for option in table.game.options(table.state.position, seat)]
        command = choose(offered, rng)
        if command is None:
            break
        give(number, "player", seat, command)
    return log


def replay_speed(game: str) -> list[Figure]:
    """Whole games folded from their first entry, over and over."""
    logs = [recorded(game, seed) for seed in range(20)]
    entries = events = 0
    began = time.perf_counter()
    while time.perf_counter() - began < FOR_SECONDS:
        for log in logs:
            table, digest = Table("bench", GAMES[game]), GENESIS
            for data in log:
                entry, digest = unseal(data, digest)
                table.apply(entry, digest)
                events += len(entry.events)
            entries += len(log)
    took = time.perf_counter() - began
    return [
        Figure(
            name="replay", value=events / took, unit="events/s", note=f"{game}, one process, chain checked"
        ),
        Figure(name="replay", value=entries / took, unit="entries/s", note=f"{game}, one process"),
    ]
