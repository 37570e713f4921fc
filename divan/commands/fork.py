"""`divan fork`: a room whose game goes on from an entry of another one."""

from typing import Annotated

import typer

from divan.options import GAMES, Data, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=GAMES)(fork)


def fork(
    game: Annotated[
        str, typer.Argument(metavar="ROOM", help="The room's code or its id. A file is imported first.")
    ],
    at: Annotated[int, typer.Option(metavar="SEQ", min=1, help="The number of the entry to go on from.")],
    running: Annotated[
        bool,
        typer.Option(
            "--running", help="Also where the game is not over; its log says so, and all at it are told."
        ),
    ] = False,
    bots: Annotated[
        str | None,
        typer.Option(metavar="KIND,…", help="These bots sit down, on the lowest seats.", show_default="none"),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,…",
            help="Who has each seat: `person`, or a kind of bot.",
            show_default="all are left to persons",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of sentences.")] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Open a room whose game goes on from an entry of another one: for practice, or to show a bug.

    It has the game, the options, the number of seats and the position of its source; `divan replay` shows
    the numbers of the entries, of a game that runs with --secrets. Who sits down first becomes its owner and
    starts the game once every seat is taken. A room that nobody comes to closes like any other. A fork of a
    running game stands in the audit trail as well.
    """
    import asyncio

    from divan.forking import Wanted, run_fork
    from divan.game_source import open_game
    from divan.running import site

    wanted = Wanted(
        at=at, running=running, bots=_words(bots), seats=_words(seats), as_json=as_json, operator=operator
    )

    async def run() -> None:
        async with open_game(game, data=data) as source:
            await run_fork(source, wanted, site(data))

    asyncio.run(run())


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(word.strip() for word in text.split(","))
