"""`divan verify`: whether a game's log holds, computed again from nothing but itself."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import GAMES, Data, Operator, RoomOrFile


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=GAMES)(verify)


def verify(
    game: RoomOrFile,
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="A head that you were given: it must stand in the log. Repeatable."),
    ] = None,
    heads: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of such heads, one a line.")
    ] = None,
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The commitment that you were shown before you gave your seed."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(metavar="ROOM|FILE", help="The game that this one was forked from, to compare."),
    ] = None,
    room: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Which game of a file that holds several.", show_default="all"),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object for each game, and one for all.")
    ] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Check a game's log: hashes, order, seeds, every draw, every command by the rules, every position.

    The first entry that does not hold is named, with exit code 1. Without a head that you kept, a log
    that its keeper wrote anew as a whole can hold; docs/replay.md says what is proved. A look at a game
    that runs in a room stands in the audit trail as `inspect`: how much was checked tells what is hidden.
    """
    import asyncio

    from divan.verifying.command import Wanted, read_hash, read_heads, run_verify

    wanted = Wanted(
        heads=read_heads(head or (), heads),
        commitment=None if commitment is None else read_hash(commitment, "a commitment"),
        room=room,
        as_json=as_json,
        source=source,
        data=data,
        operator=operator,
    )
    raise typer.Exit(Exit.DONE if asyncio.run(run_verify(game, wanted)) else Exit.FAILED)
