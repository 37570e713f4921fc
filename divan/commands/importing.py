"""`divan import`: games from files, to be watched again here."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import GAMES, Data, Operator


def register(app: typer.Typer) -> None:
    app.command("import", rich_help_panel=GAMES)(import_games)


def import_games(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Game files, of one or several games each.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each game.")] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Bring games from files here: each is verified, kept in the archive, and watched again by a new code.

    Persons are not in a file: seats are seats. A game that was not over can be looked at and forked, and
    is not played on. A game that does not hold, or whose room is here already, is left out with a
    sentence and exit code 1; the others are brought all the same.
    """
    import asyncio

    from divan.importing.command import run_import
    from divan.running import site

    if not asyncio.run(run_import(files, site(data), data, operator, as_json=as_json)):
        raise typer.Exit(Exit.FAILED)
