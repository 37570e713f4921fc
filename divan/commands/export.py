"""`divan export`: a game as a file."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command()(export)


def export(
    room: Annotated[str, typer.Argument(metavar="ROOM", help="The room's code or its id.")],
    to: Annotated[
        Path, typer.Option(metavar="FILE", help="The file to write: NAME.divan, or NAME.divan.gz.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Data folder of the running `divan up`, where NATS_URL is not set.",
            show_default="DIVAN_DATA or the user's data folder",
        ),
    ] = None,
) -> None:
    """Write a game as a file that `divan replay`, `divan verify` and `divan import` take.

    Of a game that is over the file holds no secret. Of one that still runs it holds all of them: that is
    for whoever runs the server, and the command says so.
    """
    import asyncio

    from divan.game_export import destination, run_export
    from divan.game_source import open_game

    path = destination(to, force=force)

    async def run() -> None:
        async with open_game(room, data=data) as source:
            await run_export(source, path)

    asyncio.run(run())
