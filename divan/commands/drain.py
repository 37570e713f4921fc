"""`divan drain`: have an engine give up its rooms before it is stopped."""

from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Data, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(drain)


def drain(
    engine: Annotated[
        str | None,
        typer.Argument(
            metavar="ENGINE", help="Its id or the beginning of it, or the name of its machine or pod."
        ),
    ] = None,
    this_host: Annotated[
        bool, typer.Option("--this-host", help="All engines of the machine that this runs on.")
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Have them take their share again.")] = False,
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait until they hold nothing.")] = 60.0,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Have an engine give up its rooms to the others, and take no new ones; without arguments, list engines.

    The list: id, machine, partitions held. An engine that is told to stop (SIGTERM) does the same by itself
    within its time of grace: draining first takes the time that it needs. Ends with 3 where partitions are
    left after the wait, or no other engine could take them.
    """
    import asyncio

    from divan.draining import Wanted, run_drain
    from divan.running import open_installation

    if engine is not None and this_host:
        raise typer.BadParameter("name an engine, or give --this-host")
    wanted = Wanted(engine=engine, this_host=this_host, undo=undo, within=wait, operator=operator)

    async def run() -> bool:
        async with open_installation("drain", data) as events:
            return await run_drain(events, wanted)

    raise typer.Exit(Exit.DONE if asyncio.run(run()) else Exit.UNAVAILABLE)
