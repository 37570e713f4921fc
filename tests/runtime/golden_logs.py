"""Whole logs of bot games as an engine stores them: recorded once, replayed for ever."""

import gzip
import json
import random
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from libs.events.commands import Command
from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.runtime.table import Table
from services.ai.bots import BOTS
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import rule

FOLDER = Path(__file__).parents[1] / "golden" / "logs"
KEYS = Keyring({"golden": bytes(32)}, "golden")

GOLDEN = {
    "fetih-2-seats": ("fetih", ("standard",) * 2),
    "fetih-3-seats": ("fetih", ("standard",) * 3),
    "fetih-5-seats": ("fetih", ("standard",) * 5),
    "houses-5-seats": ("houses", ("standard",) * 5),
    "houses-7-seats": ("houses", ("standard",) * 7),
    "tictactoe": ("tictactoe", ("perfect", "easy")),
}


def record(name: str) -> list[bytes]:
    """The stored messages of one game of bots against each other."""
    game, kinds = GOLDEN[name]
    table = Table(name, GAMES[game])
    rng = random.Random(name)
    log: list[bytes] = []

    def give(origin: Any, seat: int | None, body: dict[str, Any]) -> None:
        command = Command(room=name, id=f"c{len(log)}", origin=origin, seat=seat, body=body)
        draft = rule(table, command, 1_000 * len(log), KEYS)
        entry, data, digest = sealed(table, command, draft, table.readers)
        table.apply(entry, digest, state=draft.state)
        log.append(data)

    seats = [{"player": "bot", "bot": kind} for kind in kinds]
    give("host", None, {"type": "start", "game": game, "options": {}, "seats": seats})
    while not table.state.over:
        seat = table.state.bots_waited_for[0]
        view = table.game.view(table.state.position, seat)
        offered = [option_to_json(option) for option in table.game.options(table.state.position, seat)]
        give("bot", seat, BOTS[game][kinds[seat]](view, offered, rng))
    return log


def path(name: str) -> Path:
    return FOLDER / f"{name}.log.gz"


def write(name: str) -> None:
    lines = "\n".join(b64encode(data).decode() for data in record(name))
    FOLDER.mkdir(parents=True, exist_ok=True)
    path(name).write_bytes(gzip.compress(lines.encode(), mtime=0))


def read(name: str) -> Iterator[bytes]:
    for line in gzip.decompress(path(name).read_bytes()).splitlines():
        yield b64decode(line)


def main() -> None:
    """Record what is missing. A log that is there stays: it stands for all that were ever written."""
    for name in GOLDEN:
        if not path(name).exists():
            write(name)
            print(json.dumps({"log": name, "entries": sum(1 for _ in read(name))}))


if __name__ == "__main__":
    main()
