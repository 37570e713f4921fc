"""`divan replay`: a game, entry by entry, to any of them, as anybody saw it."""

from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import GAMES, Data, RoomOrFile


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=GAMES)(replay)


def replay(
    game: RoomOrFile,
    at: Annotated[
        int | None, typer.Option(min=1, help="Stop after this entry.", show_default="the last")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="N|public",
            help="As this seat, or a spectator, was told it; without it the whole log, secrets too.",
        ),
    ] = None,
    follow: Annotated[
        bool,
        typer.Option("--follow", help="Go on with what comes, until the game is over or Ctrl-C."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line: the entries, then the position.")
    ] = False,
    room: Annotated[
        str | None, typer.Option(metavar="ID", help="Which game of a file that holds several.")
    ] = None,
    data: Data = None,
) -> None:
    """Replay a game from its log, and show the position that it leads to.

    Reads a game file, or the log of NATS_URL, or of the `divan up` that runs on this machine. The hash
    chain is checked on the way: an entry that does not hold ends the replay with exit code 1.
    """
    import asyncio

    from divan.game_source import open_game
    from divan.replaying import Wanted, run_replay

    wanted = Wanted(at=at, reader=_reader(seat), whole=seat is None, as_json=as_json, follows=follow)

    async def run() -> bool:
        async with open_game(game, room=room, data=data) as source:
            return await run_replay(source, wanted)

    try:
        holds = asyncio.run(run())
    except KeyboardInterrupt:
        # The usual end of following a game that goes on.
        if not follow:
            raise
        holds = True
    raise typer.Exit(Exit.DONE if holds else Exit.FAILED)


def _reader(seat: str | None) -> int | None:
    if seat is None or seat == "public":
        return None
    if seat.isdecimal():
        return int(seat)
    raise typer.BadParameter("a seat's number, or `public`", param_hint="--seat")
