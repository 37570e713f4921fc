"""Golden games: whole recorded games, one for each kind of ending, as JSON files."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from divan.simulation.play import Stuck, play
from libs.games.kit.chance import SeededChance
from libs.games.kit.codec import event_codec, event_to_json
from libs.games.kit.game import Game, Json, Result
from libs.games.kit.schema import complete_options
from libs.games.kit.table import Table
from services.ai.bots import BOTS, RANDOM
from tests.support.games_checks import fold, through_json
from tests.support.games_walk import AnyGame, AnyTable, begin, step

FOLDER = Path(__file__).parents[1] / "golden"

TRIES = 400
LONGEST = 2_000


def position_hash(game: AnyGame, position: Any) -> str:
    form = json.dumps(game.dump(position), sort_keys=True, separators=(",", ":"))
    return sha256(form.encode()).hexdigest()


def golden_files(name: str) -> list[Path]:
    return sorted((FOLDER / name).glob("*.json"))


def record(game: AnyGame, endings: Sequence[str]) -> dict[str, AnyTable]:
    """For each ending the first game found that ends so: bots against bots, then random play."""
    found: dict[str, AnyTable] = {}
    for table in _played_by_bots(game):
        _keep(table, endings, found)
        if len(found) == len(endings):
            return found
    for table in _played_at_random(game):
        _keep(table, endings, found)
        if len(found) == len(endings):
            break
    return found


def _keep(table: AnyTable, endings: Sequence[str], found: dict[str, AnyTable]) -> None:
    result = table.waiting
    if isinstance(result, Result) and result.reason in endings:
        found.setdefault(result.reason, table)


def _played_by_bots(game: AnyGame) -> Iterator[AnyTable]:
    kinds = list(BOTS.get(game.name, {"random": RANDOM}).values())
    options = complete_options(game.setup, {})
    for number in range(10):
        seats = game.seats[number % len(game.seats)]
        bots = [kinds[(seat + number) % len(kinds)] for seat in range(seats)]
        try:
            yield play(game, options, bots, f"golden {number}", longest=LONGEST)
        except Stuck:
            continue


def _played_at_random(game: AnyGame) -> Iterator[AnyTable]:
    for number in range(TRIES):
        seats = game.seats[number % len(game.seats)]
        table, rng = begin(game, seats, number), random.Random(number)
        for _ in range(LONGEST):
            if not step(table, seats, rng):
                yield table
                break


def to_json(table: AnyTable) -> dict[str, Json]:
    """The file of a game; its first entry holds what `start` was given."""
    game: AnyGame = table.game
    result = table.waiting
    assert isinstance(result, Result)
    return {
        "game": game.name,
        "rules": game.rules,
        "ending": result.reason,
        "key": table.key.hex(),
        "start": dict(table.start),
        "entries": [
            {
                "seat": entry.seat,
                "command": entry.command,
                "draws": [{draw["name"]: draw["outcome"]} for draw in entry.draws],
                "events": [event_to_json(event) for event in entry.events],
            }
            for entry in table.entries
        ],
        "position": position_hash(game, table.position),
    }


def replay(game: Game[Any, Any], form: Mapping[str, Json]) -> Any:
    """Decide every command of the file again; the final position. AssertionError at the first difference.

    The first entry of a game that began under older rules is folded, not decided: a fresh game
    begins under the present rules, but one that has begun goes on under its own. Compared is what
    the present code reads: a field that came later is at its default in an old event.
    """
    codec = event_codec(game.events)
    key = bytes.fromhex(form["key"])
    position = game.blank
    for number, entry in enumerate(form["entries"], start=1):
        chance = SeededChance(key, number)
        stored = [codec.decode(event) for event in entry["events"]]
        if number > 1:
            decided = list(game.decide(position, entry["seat"], entry["command"], chance))
        elif form["rules"] == game.rules:
            start = form["start"]
            decided = list(game.start(start["options"], start["seats"], chance))
        else:
            decided = stored
        assert _as_json(decided) == _as_json(stored), (
            f"entry {number} of the recorded game is decided otherwise now: if the rule is released,"
            ' raise the rules version (docs/adding-a-game.md, "A rule changes")'
        )
        position = fold(game, position, stored)
    return position


def _as_json(events: Sequence[Any]) -> Json:
    return through_json([event_to_json(event) for event in events])


def write(game: AnyGame, tables: Mapping[str, Table[Any, Any]]) -> list[Path]:
    """Write the files of the present rules; those of older rules stay, under their number."""
    folder = FOLDER / game.name
    folder.mkdir(parents=True, exist_ok=True)
    for path in golden_files(game.name):
        rules = json.loads(path.read_text(encoding="utf-8"))["rules"]
        if rules != game.rules and ".rules" not in path.name:
            path.rename(path.with_suffix(f".rules{rules}.json"))
    written = []
    for ending, table in tables.items():
        path = folder / f"{ending}.json"
        path.write_text(_file_text(to_json(table)), encoding="utf-8")
        written.append(path)
    return written


def _file_text(form: Mapping[str, Json]) -> str:
    """One line for each entry, so that a difference can be reviewed."""
    head = {name: value for name, value in form.items() if name != "entries"}
    entries = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in form["entries"])
    return (
        json.dumps(head, indent=2, ensure_ascii=False)[:-2] + ',\n  "entries": [\n' + entries + "\n  ]\n}\n"
    )
