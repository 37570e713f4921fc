"""`divan audit`: what operators did."""

from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import SERVER, AsJson, Data


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(audit)


def audit(
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="From this time on: 2026-01-31, or ISO 8601; UTC."),
    ] = None,
    action: Annotated[
        list[str] | None,
        typer.Option(metavar="ACTION", help="Only this action, such as ban or close; may be repeated."),
    ] = None,
    target: Annotated[
        str | None, typer.Option(metavar="ID", help="Only what was done to this room, pseudonym or engine.")
    ] = None,
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on with what comes; ends with Ctrl-C.")
    ] = False,
    as_json: AsJson = False,
    data: Data = None,
) -> None:
    """Show what operators did: who, when, what, to what, why, and how it ended.

    Every action stands there twice: `begun` before it acts, then `done` or `failed`. One without an end was
    cut off. Persons stand there by their pseudonyms alone. It is kept for a year.
    """
    import asyncio
    from contextlib import suppress
    from typing import get_args

    from divan.audit import Wanted, run_audit
    from divan.running import open_installation
    from divan.times import read_time
    from libs.events.admin import Action

    if unknown := sorted(set(action or ()) - set(get_args(Action))):
        raise Trouble(f"there is no action {unknown[0]!r}: {', '.join(get_args(Action))}.", Exit.USAGE)
    wanted = Wanted(
        actions=frozenset(action or ()),
        target=target,
        since=read_time(since),
        follows=follow,
        as_json=as_json,
    )

    async def run() -> None:
        async with open_installation("audit", data) as events:
            await run_audit(events, wanted)

    with suppress(KeyboardInterrupt):
        asyncio.run(run())
