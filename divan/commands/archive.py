"""`divan archive`: finished games out of the log, into a stream or a folder of files."""

from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Data, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(archive)


def archive(
    rooms: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ROOM]...", help="These rooms only, by code or id.", show_default="all"),
    ] = None,
    older_than: Annotated[
        str | None,
        typer.Option(
            metavar="AGE",
            help="Only games that ended so long ago, such as 30d, 12h or 0.",
            show_default="30d, and any age for rooms that are named",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="stream|FOLDER",
            help="Where to keep them.",
            show_default="the folder DIVAN_ARCHIVE where it is set, else the stream",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read the games and say what they take; change nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object in place of the table.")] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Move finished games from the log into the archive. They can be watched again as before.

    Each game is read and checked, written, read back and compared; only then its log is removed but for
    the last entry. A running game is never touched. It may be stopped at any moment and begun again, and
    several at once do no harm. A game whose log does not hold stays where it is, with exit code 1.
    """
    import asyncio

    from divan.archiving.command import Wanted, run_archive
    from divan.times import read_age

    age = None if older_than is None else read_age(older_than)
    wanted = Wanted(
        rooms=rooms or (), older_than=age, to=to, dry_run=dry_run, as_json=as_json, operator=operator
    )
    if not asyncio.run(run_archive(wanted, data)):
        raise typer.Exit(Exit.FAILED)
