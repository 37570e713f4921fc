"""`divan drain`: have a process give up what it holds before it is taken away."""

from enum import StrEnum
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, AsJson, Data, Operator


class Service(StrEnum):
    ROOMS = "rooms"
    ENGINE = "engine"
    AI = "ai"
    CHAT = "chat"


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(drain)


def drain(
    process: Annotated[
        str | None,
        typer.Argument(
            metavar="PROCESS", help="Its id or the beginning of it, or the name of a machine or pod."
        ),
    ] = None,
    this_host: Annotated[
        bool,
        typer.Option(
            "--this-host",
            help="All processes of the machine that this runs on. Not from a container: name one instead.",
        ),
    ] = False,
    service: Annotated[
        Service | None, typer.Option(help="Of a machine, and in the list, only processes of this service.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Have them take their share again.")] = False,
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait until they hold nothing.")] = 60.0,
    operator: Operator = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Have a process give up what it holds, and take no more; without arguments, list the processes.

    The list: service, id, machine, what it holds. An engine gives its partitions to the others; `rooms`
    closes its sockets bit by bit, which the pages open elsewhere; `ai` takes no more questions; `chat`
    leaves talk to the other copies.

    Nothing ends by it: stop the process afterwards, or have it work again with --undo. An engine or `rooms`
    that is the last one left takes work again by itself, `ai` and `chat` do not. A process that is told to
    stop (SIGTERM) does the same by itself within its time of grace: draining first takes the time that it
    needs. Ends with 3 where something is left after the wait, or nobody else could take over.
    """
    import asyncio
    import sys

    from divan.draining import Wanted, run_drain
    from divan.running import open_installation

    if process is not None and this_host:
        raise typer.BadParameter("name a process, or give --this-host")
    wanted = Wanted(
        process=process,
        this_host=this_host,
        service=service,
        undo=undo,
        within=wait,
        operator=operator,
        as_json=as_json,
    )
    if undo and wanted.is_list:
        raise typer.BadParameter("--undo needs a process, or --this-host")

    async def run() -> bool:
        async with open_installation("drain", data) as events:
            return await run_drain(events, wanted)

    try:
        done = asyncio.run(run())
    except KeyboardInterrupt:
        if not wanted.is_list:
            print("\ndivan: who was told goes on; --undo takes it back.", file=sys.stderr)
        raise
    raise typer.Exit(Exit.DONE if done else Exit.UNAVAILABLE)
