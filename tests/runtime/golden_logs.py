"""Whole logs of bot games as an engine stores them: recorded once, replayed for ever."""

import gzip
import json
import random
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from libs.events.commands import Command
from libs.events.entry import GENESIS, Entry, unseal
from libs.events.wire import plain, to_json
from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.games.kit.rejection import Rejected
from libs.runtime.state import Step, state_hash, stored_form
from libs.runtime.table import Table
from services.ai.bots import BOTS
from services.engine.drafting import sealed
from services.engine.keyring import Keyring
from services.engine.ruling import Draft, rule

FOLDER = Path(__file__).parents[1] / "golden" / "logs"
KEYS = Keyring({"golden": bytes(32)}, "golden")

GOLDEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "fetih-2-seats": ("fetih", ("standard",) * 2),
    "fetih-3-seats": ("fetih", ("standard",) * 3),
    "fetih-5-seats": ("fetih", ("standard",) * 5),
    "houses-5-seats": ("houses", ("standard",) * 5),
    "houses-7-seats": ("houses", ("standard",) * 7),
    "tictactoe": ("tictactoe", ("perfect", "easy")),
    "tictactoe-full": ("tictactoe", ("perfect", "perfect")),
    "tictactoe-dead-position": ("tictactoe", ("perfect", "perfect")),
}
"""Whole games: which game, and the bot of each seat. By which rules each is played, its log says."""

CUT: dict[str, tuple[str, tuple[str, ...]]] = {"tictactoe-cut": ("tictactoe", ("perfect", "perfect"))}
"""Games that were not over when their log was recorded: they go on from there."""

CUT_AT = 5
"""So many entries of a game that is cut are recorded."""


def record(name: str) -> list[bytes]:
    """The stored messages of one game of bots against each other."""
    game, kinds = (GOLDEN | CUT)[name]
    table, log = Table(name, GAMES[game]), list[bytes]()
    seats = [{"player": "bot", "bot": kind} for kind in kinds]
    log.append(_given(table, "host", None, {"type": "start", "game": game, "options": {}, "seats": seats}))
    for data in play_on(table, kinds):
        log.append(data)
        if name in CUT and len(log) == CUT_AT:
            break
    return log


def play_on(table: Table, kinds: Sequence[str]) -> Iterator[bytes]:
    """Bots play a game that has begun to its end: the messages to store, one after another."""
    rng = random.Random(table.room)
    while not table.state.over:
        seat = table.state.bots_waited_for[0]
        view = table.game.view(table.state.position, seat)
        offered = [option_to_json(option) for option in table.game.options(table.state.position, seat)]
        yield _given(table, "bot", seat, BOTS[table.game.name][kinds[seat]](view, offered, rng))


def _given(table: Table, origin: Any, seat: int | None, body: dict[str, Any]) -> bytes:
    command = Command(room=table.room, id=f"c{table.seq}", origin=origin, seat=seat, body=body)
    draft = rule(table, command, 1_000 * table.seq, KEYS)
    entry, data, digest = sealed(table, command, draft, table.readers)
    table.apply(entry, digest, state=draft.state)
    return data


class Changed(AssertionError):
    """A recorded entry is decided otherwise now: the text names it, and what to do."""


def decide_anew(name: str) -> Table:
    """Decide every command of a recorded log again, by the rules that its game began under.

    Raises Changed at the first entry that comes to something else. The opening of a game of older rules
    is folded only, since a game that begins today begins under the present ones. Compared is what the
    present code reads: an event's field that came later is at its default in an old entry.
    """
    game, _ = (GOLDEN | CUT)[name]
    table, digest = Table(name, GAMES[game]), GENESIS
    for data in read(name):
        entry, digest = unseal(data, digest)
        is_old_opening = entry.seq == 1 and entry.rules < table.game.rules
        draft = None if is_old_opening else _decided(table, entry)
        steps: list[Step] = []
        table.apply(entry, digest, steps=steps)
        if draft is not None:
            _compare(table, entry, "events", _events(steps), _events(draft.steps))
            _compare(table, entry, "draws", plain(entry.draws), plain(draft.draws))
        if entry.state is not None:
            _compare(table, entry, "state", entry.state, state_hash(table.game, table.state.position))
    return table


def _decided(table: Table, entry: Entry) -> Draft:
    asked = entry.command
    command = Command(room=entry.room, id=asked.id, origin=asked.origin, seat=asked.seat, body=asked.body)
    try:
        return rule(table, command, entry.at, KEYS)
    except Rejected as refusal:
        raise _changed(table, entry, "events", "accepted", f"refused: {refusal.rejection.code}") from None


def _events(steps: Sequence[Step]) -> list[Any]:
    return [stored_form(event) for event, _ in steps]


def _compare(table: Table, entry: Entry, what: str, stored: Any, now: Any) -> None:
    if to_json(stored) != to_json(now):
        raise _changed(table, entry, what, stored, now)


def _changed(table: Table, entry: Entry, what: str, stored: Any, now: Any) -> Changed:
    return Changed(
        f"{table.room}: {what} of entry {entry.seq} of a game of {entry.game} by rules {entry.rules}"
        f" were {stored}, and would be {now} now. Released rules stay as they are: raise the rules version"
        ' (docs/adding-a-game.md, "A rule changes")'
    )


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
    for name in GOLDEN | CUT:
        if not path(name).exists():
            write(name)
            print(json.dumps({"log": name, "entries": sum(1 for _ in read(name))}))


if __name__ == "__main__":
    main()
