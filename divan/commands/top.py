"""`divan top`: a live table of an installation."""

from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Data


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(top)


def top(
    every: Annotated[float, typer.Option(min=0.2, metavar="SECONDS", help="Time between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look twice, print what came between, leave.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a look, on a line.")] = False,
    data: Data = None,
) -> None:
    """Watch the services, their rooms, the bots' queue and the streams; Ctrl-C leaves.

    Everything is asked over NATS, so that it works from wherever NATS_URL leads, with the user `admin`.
    With --once it ends with 1 where no service answers or one of them is not ready or not whole, but for
    those that `divan drain` takes away.
    """
    import asyncio
    from contextlib import suppress

    from divan.running import nats_url
    from divan.top.command import run_top

    well = True
    with suppress(KeyboardInterrupt):
        well = asyncio.run(run_top(nats_url(data), every=every, once=once, as_json=as_json))
    if not well:
        raise typer.Exit(Exit.FAILED)
