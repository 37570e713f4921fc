"""What is kept of each simulated game, in memory and in the file that a simulation goes on from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from libs.games.kit.codec import Malformed, record_from_json, record_to_json
from libs.games.kit.game import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game.

    kinds       of bots, by seat
    reason      how it ended; None if it did not
    outcomes    by seat; none of an unfinished game
    ahead       of an unfinished game, the seats that it counts for, where the game has such a rule
    decisions   how often a bot took how long, by the classes of `divan.simulation.timing`
    figures     what the game's own statistics make of it
    """

    number: int
    kinds: tuple[str, ...]
    entries: int
    reason: str | None = None
    outcomes: tuple[str, ...] = ()
    ahead: tuple[int, ...] = ()
    refused: int = 0
    decisions: Mapping[int, int] = field(default_factory=dict)
    figures: Mapping[str, Json] = field(default_factory=dict)


class OtherSimulation(Exception):
    """The file holds the games of another simulation, or something else altogether."""


class RecordFile:
    """A line that says which simulation it is, then a line for each game, written as soon as it is over."""

    def __init__(self, path: Path, simulation: Mapping[str, Json]) -> None:
        self._path = path
        self._head = json.dumps(simulation, sort_keys=True)

    def read(self) -> list[GameRecord]:
        """The games that are there already; a last line that was cut short is thrown away."""
        if not self._path.exists():
            self._path.write_text(self._head + "\n", encoding="utf-8")
            return []
        text = self._path.read_text(encoding="utf-8")
        whole, _, cut = text.rpartition("\n")
        if cut:
            self._path.write_text(whole + "\n" if whole else "", encoding="utf-8")
        head, *lines = whole.split("\n")
        if head != self._head:
            raise OtherSimulation(f"{self._path} holds another simulation: {head[:200]}")
        try:
            return [_read(line) for line in lines]
        except (ValueError, Malformed) as error:
            raise OtherSimulation(f"{self._path} holds a line that is no game: {error}") from None

    def append(self, record: GameRecord) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record_to_json(record)) + "\n")


def _read(line: str) -> GameRecord:
    return record_from_json(GameRecord, json.loads(line))
