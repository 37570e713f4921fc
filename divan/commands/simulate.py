"""`divan simulate`: bots against bots in memory."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from divan.options import STUDY
from divan.progress import progress
from divan.simulation.log_file import LogFile
from divan.simulation.play import play
from divan.simulation.record import GameRecord, OtherSimulation, RecordFile
from divan.simulation.report import lines, report
from divan.simulation.sealing import log_of, room, room_id
from divan.simulation.timing import time_class
from divan.statistics import STATISTICS
from libs.games.catalog import GAMES
from libs.games.kit.game import Game, Json, Result
from libs.games.kit.schema import complete_options
from libs.runtime.bots import kinds as kinds_in_rooms
from libs.runtime.game_file import SUFFIX
from services.ai.bots import players

INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C ended."""


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
    """A kind of bot for each seat: those named, again from the first where there are more seats."""
    count = game.seats.start if seats is None else seats
    if count not in game.seats:
        raise typer.BadParameter(
            f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} seats, not {count}"
        )
    known = players(game.name)
    named = bots.split(",") if bots else [kinds_in_rooms(game.name)[0]]
    for kind in named:
        if kind not in known:
            raise typer.BadParameter(f"{game.name} has no bot {kind!r}; there are {', '.join(known)}")
    if len(named) > count:
        raise typer.BadParameter(f"{len(named)} bots are too many for {count} seats")
    return [named[seat % len(named)] for seat in range(count)]


def simulate(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; the fewest if not given.")] = None,
    bots: Annotated[str | None, typer.Option(help="Kinds of bots, by seat: easy,perfect.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "divan",
    options: Annotated[str, typer.Option(help="Setup options of the game, as a JSON object.")] = "{}",
    rotate: Annotated[bool, typer.Option("--rotate", help="Move the bots a seat on each game.")] = False,
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="Cut a game off after so many rounds, where the game counts them."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Keep each game in this file, and go on from those that are there.")
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.divan[.gz]",
            help="Write the games into this file, as an engine would have stored them.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
) -> None:
    """Let bots play each other and count what comes of it.

    With --log each game also becomes a whole log, for `divan verify`, `divan export` and whatever else
    reads game files. Their times are made up, from 2026-01-01 on: they follow from the seed like all else.
    With --resume the file grows on from the games that are there.
    """
    if game not in GAMES:
        raise typer.BadParameter(f"no such game {game!r}; there are {', '.join(GAMES)}")
    rules = GAMES[game]
    kinds = kinds_of(rules, seats, bots)
    statistics = STATISTICS.get(game)
    if rounds is not None and statistics is None:
        raise typer.BadParameter(f"{game} does not count rounds")
    try:
        setup = complete_options(rules.setup, json.loads(options))
    except ValueError as error:
        raise typer.BadParameter(f"options: {error}") from None
    if log is not None and not log.name.endswith((SUFFIX, f"{SUFFIX}.gz")):
        raise typer.BadParameter(f"{log}: a game file is named …{SUFFIX} or …{SUFFIX}.gz")
    if log is not None and log.exists() and resume is None:
        raise typer.BadParameter(f"{log} is there already: remove it, or go on with --resume")
    what = {
        "game": game,
        "rules": rules.rules,
        "kinds": kinds,
        "seed": seed,
        "rotate": rotate,
        "options": setup,
        "rounds": rounds,
    }
    try:
        with progress() as tell:
            records = simulate_games(
                rules,
                kinds,
                games=games,
                seed=seed,
                rotate=rotate,
                options=setup,
                rounds=rounds,
                file=RecordFile(resume, what) if resume is not None else None,
                log=LogFile(log) if log is not None else None,
                progress=lambda done: tell(done, games, f"{done} of {games} games"),
            )
    except OtherSimulation as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        if resume is not None:
            print(f"The games so far are in {resume}; the same command goes on from there.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    told = report(records, statistics)
    if as_json:
        print(json.dumps(told))
    else:
        print("\n".join(lines(told, statistics)))


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=STUDY)(simulate)
