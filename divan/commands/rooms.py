"""`divan rooms`: which rooms there are, what is known of one, and closing one."""

from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import SERVER, AsJson, Data, Operator

Named = Annotated[str, typer.Argument(metavar="ROOM", help="The room's code or its id.")]


def register(app: typer.Typer) -> None:
    rooms = typer.Typer(help="Look at rooms, and close them.", no_args_is_help=True)
    rooms.command("list")(list_rooms)
    for command in (inspect, close):
        rooms.command()(command)
    app.add_typer(rooms, name="rooms", rich_help_panel=SERVER)


def list_rooms(
    state: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STATE",
            help="waiting, starting, running, over or closed; may be repeated.",
            show_default="all but closed",
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="Only rooms of this game.")] = None,
    person: Annotated[
        str | None, typer.Option(metavar="NAME|ID", help="Only rooms that this person owns or sits in.")
    ] = None,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """List rooms in the order of their opening: code, id, when, state, seats taken, game."""
    import asyncio

    from divan.rooms import STATES, Wanted, run_list
    from divan.running import open_installation

    if unknown := sorted(set(state or ()) - set(STATES)):
        raise Trouble(f"there is no state {unknown[0]!r}: {', '.join(STATES)}.", Exit.USAGE)
    wanted = Wanted(states=frozenset(state or ()), game=game, person=person, as_json=as_json)

    async def run() -> None:
        async with open_installation("rooms-command", data) as events:
            await run_list(events, wanted)

    asyncio.run(run())


def inspect(
    room: Named,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="All of a game that runs; the audit trail notes it.")
    ] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Show what is known of a room, as JSON: its lobby, seats and names, its game, the last of its log.

    Of a game that runs it is what spectators may know, so that who looks can play too. With --secrets
    it is all, commands and who sits where; of a game that is over nothing is secret.
    """
    import asyncio

    from divan.rooms import run_inspect
    from divan.running import archive_folder, open_installation

    async def run() -> None:
        async with open_installation("rooms-command", data) as events:
            await run_inspect(events, room, archive_folder(), secrets=secrets, operator=operator)

    asyncio.run(run())


def close(
    room: Named,
    reason: Annotated[
        str, typer.Option(help="Why, in a few words: players of a game that runs are told it. No names.")
    ],
    operator: Operator = None,
    data: Data = None,
) -> None:
    """End the game of a room, which nobody wins then, or close a room whose game has not begun.

    The room of an ended game stays for its players to read why; it closes when they have left.
    """
    import asyncio

    from divan.audit import checked_reason
    from divan.rooms import run_close
    from divan.running import open_installation

    why = checked_reason(reason)

    async def run() -> None:
        async with open_installation("rooms-command", data) as events:
            await run_close(events, room, why, operator)

    asyncio.run(run())
