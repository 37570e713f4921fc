"""`divan export`: a game as a file, or finished games as tables for analysts."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import GAMES, Data, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=GAMES)(export)


def export(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ROOM | FILE.divan …]",
            help="One room, by its code or its id; or the game files whose games become tables. "
            "Without any: all finished games of the running installation.",
        ),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.divan|DIR",
            help="The file for a room's game, NAME.divan or NAME.divan.gz; or the folder of the tables.",
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Only games that ended at or after this: 2026-01-31, or ISO 8601."),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only games that ended before this. Times are in UTC.")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this game; may be repeated.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a game file that is there.")] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Write a room's game as a file, or finished games as Parquet tables for analysts.

    `divan export ROOM --to FILE.divan` writes a game as a file that `divan replay`, `divan verify` and
    `divan import` take. Of a game that is over the file holds no secret. Of one that still runs it holds
    all of them: that is for whoever runs the server, the command says so, and the audit trail too.

    `divan export --to DIR` adds the finished games of the running installation, or of the game files that
    are named, to the tables games, seats, entries and events in DIR. Those that are there already are
    passed over, so it may be killed and given again. A game whose log does not hold is left out and
    named, and the exit code is 1.
    """
    if to is None:
        raise Trouble("--to says where: a game's FILE.divan, or the folder of the tables.", Exit.USAGE)
    from libs.runtime.game_file import SUFFIXES

    if to.name.endswith(SUFFIXES):
        has_filter = bool(since or until or game)
        _file(games or [], to, force=force, data=data, operator=operator, has_filter=has_filter)
    else:
        _tables(games or [], to, since=since, until=until, names=game or [], data=data)


def _file(
    rooms: list[str],
    to: Path,
    *,
    force: bool,
    data: Path | None,
    operator: str | None,
    has_filter: bool,
) -> None:
    import asyncio

    from divan.game_export import destination, run_export
    from divan.game_source import open_game

    if len(rooms) != 1 or has_filter:
        raise Trouble(f"{to} takes one game: name its room, and nothing else.", Exit.USAGE)
    path = destination(to, force=force)

    async def run() -> None:
        async with open_game(rooms[0], data=data) as source:
            await run_export(source, path, operator)

    asyncio.run(run())


def _tables(
    named: list[str],
    to: Path,
    *,
    since: str | None,
    until: str | None,
    names: list[str],
    data: Path | None,
) -> None:
    from divan.analytics.extra import require

    require("pyarrow")
    import asyncio

    from divan.analytics.exporting import run_export
    from divan.analytics.sources import Files, Installation, Wanted
    from divan.game_source import is_file
    from divan.running import open_installation
    from divan.times import read_time
    from libs.games.catalog import GAMES

    rooms = [name for name in named if not is_file(name)]
    if rooms:
        raise Trouble(
            f"{rooms[0]} is no game file. A room's game goes into a file: --to {rooms[0]}.divan.", Exit.USAGE
        )
    if unknown := sorted(set(names) - set(GAMES)):
        raise Trouble(f'there is no game "{unknown[0]}"; there are: {", ".join(GAMES)}.', Exit.USAGE)
    wanted = Wanted(games=frozenset(names), since=read_time(since), until=read_time(until))

    async def run() -> bool:
        if named:
            return await run_export(Files([Path(name) for name in dict.fromkeys(named)]), to, wanted)
        async with open_installation("export", data) as events:
            return await run_export(Installation(events), to, wanted)

    raise typer.Exit(Exit.DONE if asyncio.run(run()) else Exit.FAILED)
