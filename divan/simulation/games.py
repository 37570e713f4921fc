"""Games of bots against bots in memory, one after another."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from divan.simulation.log_file import LogFile
from divan.simulation.play import play
from divan.simulation.record import GameRecord, RecordFile
from divan.simulation.sealing import log_of, room, room_id
from divan.simulation.timing import time_class
from divan.statistics import STATISTICS
from libs.games.kit.game import Game, Json, Result
from libs.runtime.bots import kinds as kinds_in_rooms
from services.ai.bots import players


def simulate_game(
    game: Game[Any, Any],
    kinds: Sequence[str],
    *,
    number: int,
    seed: str,
    options: Mapping[str, Json],
    rounds: int | None = None,
    log: LogFile | None = None,
) -> GameRecord:
    """The game of that number; after so many rounds it is cut off. `log` grows by it."""
    statistics = STATISTICS.get(game.name)
    known = players(game.name)
    decisions: Counter[int] = Counter()
    refused = 0

    def decided(seconds: float) -> None:
        decisions[time_class(seconds)] += 1

    def count_refusal() -> None:
        nonlocal refused
        refused += 1

    def is_long(position: Any) -> bool:
        return statistics is not None and rounds is not None and statistics.round_of(position) > rounds

    where = room(game, kinds, number=number, seed=seed, options=options)
    table = play(
        game,
        options,
        [known[kind]() for kind in kinds],
        f"{seed}:{number}",
        key=where.chance_key(game),
        decided=decided,
        refused=count_refusal,
        is_long=is_long,
    )
    if log is not None:
        log.append(*log_of(table, where))
    result = table.waiting
    over = isinstance(result, Result)
    return GameRecord(
        number=number,
        kinds=tuple(kinds),
        entries=len(table.entries),
        reason=result.reason if isinstance(result, Result) else None,
        outcomes=tuple(seat.outcome for seat in result.seats) if isinstance(result, Result) else (),
        ahead=statistics.ahead(table.position) if statistics is not None and not over else (),
        refused=refused,
        decisions=decisions,
        figures=statistics.figures(table) if statistics is not None else {},
    )


def simulate_games(
    game: Game[Any, Any],
    kinds: Sequence[str],
    *,
    games: int,
    seed: str,
    rotate: bool,
    options: Mapping[str, Json],
    rounds: int | None = None,
    file: RecordFile | None = None,
    log: LogFile | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> list[GameRecord]:
    """Many games; with `rotate` every bot moves one seat on from game to game.

    Those that stand in `file`, and in `log` where there is one, are done. A game that a kill left in one of
    the two alone is played once more for the other.
    """
    records = {record.number: record for record in (file.read() if file is not None else ())}
    logged = set() if log is None else log.rooms()
    for number in range(games):
        turned = number % len(kinds) if rotate else 0
        seated = [*kinds[turned:], *kinds[:turned]]
        is_logged = log is None or room_id(game, seated, number=number, seed=seed, options=options) in logged
        if not (number in records and is_logged):
            record = simulate_game(
                game,
                seated,
                number=number,
                seed=seed,
                options=options,
                rounds=rounds,
                log=None if is_logged else log,
            )
            if file is not None and number not in records:
                file.append(record)
            records.setdefault(number, record)
        progress(number + 1)
    return [records[number] for number in range(games)]


def kinds_of(game: Game[Any, Any], seats: int | None, bots: str | None) -> list[str]:
    """A kind of bot for each seat: those named, again from the first where there are more seats.

    Raises ValueError.
    """
    count = game.seats.start if seats is None else seats
    if count not in game.seats:
        raise ValueError(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} seats, not {count}")
    known = players(game.name)
    named = bots.split(",") if bots else [kinds_in_rooms(game.name)[0]]
    for kind in named:
        if kind not in known:
            raise ValueError(f"{game.name} has no bot {kind!r}; there are {', '.join(known)}")
    if len(named) > count:
        raise ValueError(f"{len(named)} bots are too many for {count} seats")
    return [named[seat % len(named)] for seat in range(count)]
