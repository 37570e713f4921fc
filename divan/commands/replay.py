"""`divan replay`: a game, entry by entry, to any of them, as anybody saw it."""

from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import GAMES, Data, Operator, RoomOrFile


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
            help="As this seat, or a spectator, was told it.",
            show_default="the whole log; of a game that runs, as spectators were",
        ),
    ] = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="All of a game that runs; the audit trail notes it.")
    ] = False,
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
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Replay a game from its log, and show the position that it leads to.

    Reads a game file, or the log of NATS_URL, or of the `divan up` that runs on this machine. The hash
    chain is checked on the way: an entry that does not hold ends the replay with exit code 1.

    Of a game that runs in a room it is what spectators may know, so that who looks can play too. What a
    seat was told, and all with --secrets, stands in the audit trail as `inspect`.
    """
    import asyncio

    from divan.game_source import open_game
    from divan.replaying import Wanted, run_replay

    if secrets and seat is not None:
        raise typer.BadParameter("all, or what a seat was told: give one of them", param_hint="--secrets")
    wanted = Wanted(
        at=at,
        reader=_reader(seat),
        whole=True if secrets else None if seat is None else False,
        as_json=as_json,
        follows=follow,
        operator=operator,
    )

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
