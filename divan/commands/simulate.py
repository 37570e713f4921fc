"""`divan simulate`: bots against bots in memory."""

from pathlib import Path
from typing import Annotated

import typer

from divan.options import STUDY

INTERRUPTED = 130
"""What a shell says of a program that Ctrl-C ended."""


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=STUDY)(simulate)


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
    import json
    import sys

    from divan.progress import progress
    from divan.simulation.games import kinds_of, simulate_games
    from divan.simulation.log_file import LogFile
    from divan.simulation.record import OtherSimulation, RecordFile
    from divan.simulation.report import lines, report
    from divan.statistics import STATISTICS
    from libs.games.catalog import GAMES
    from libs.games.kit.schema import complete_options
    from libs.runtime.game_file import SUFFIXES

    if game not in GAMES:
        raise typer.BadParameter(f"no such game {game!r}; there are {', '.join(GAMES)}")
    rules = GAMES[game]
    try:
        kinds = kinds_of(rules, seats, bots)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    statistics = STATISTICS.get(game)
    if rounds is not None and statistics is None:
        raise typer.BadParameter(f"{game} does not count rounds")
    try:
        setup = complete_options(rules.setup, json.loads(options))
    except ValueError as error:
        raise typer.BadParameter(f"options: {error}") from None
    if log is not None and not log.name.endswith(SUFFIXES):
        raise typer.BadParameter(f"{log}: a game file is named …{' or …'.join(SUFFIXES)}")
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
