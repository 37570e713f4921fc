"""`divan accounts`: who there is, who a name is, keeping them out, erasing them, and who was erased."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, AsJson, Data, Operator

Who = Annotated[str, typer.Argument(metavar="NAME|ID", help="The account's name, or its pseudonym.")]
Wait = Annotated[float, typer.Option(min=0, help="Seconds to wait until it is done.")]


def register(app: typer.Typer) -> None:
    accounts = typer.Typer(help="Look at accounts, ban and erase them.", no_args_is_help=True)
    accounts.command("list")(list_accounts)
    for command in (show, ban, unban, erase, erased):
        accounts.command()(command)
    app.add_typer(accounts, name="accounts", rich_help_panel=SERVER)


def list_accounts(
    search: Annotated[
        str, typer.Option(metavar="TEXT", help="Only names that hold this, as names are compared.")
    ] = "",
    guests: Annotated[bool, typer.Option("--guests", help="Guests too.")] = False,
    banned: Annotated[bool, typer.Option("--banned", help="Only those who are or were banned.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the accounts, oldest first: pseudonym, since when, name, a ban."""
    import asyncio

    from divan.banning import Wanted, run_list
    from divan.running import open_installation

    async def run() -> None:
        async with open_installation("accounts", data) as events:
            await run_list(events, Wanted(search=search, guests=guests, banned=banned, as_json=as_json))

    asyncio.run(run())


def show(who: Who, data: Data = None, as_json: AsJson = False) -> None:
    """Show what is stored of an account or a guest: pseudonym, name, sessions, a ban, an erasure."""
    import asyncio

    from divan.accounts import run_show

    asyncio.run(run_show(data, who, as_json=as_json))


def ban(
    who: Who,
    reason: Annotated[str, typer.Option(help="Why, in a sentence: the person is told it. No names.")],
    until: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Until then: 2026-01-31, or ISO 8601; UTC.", show_default="for good"
        ),
    ] = None,
    lasts: Annotated[
        str | None, typer.Option("--for", metavar="AGE", help="So long from now on, such as 12h or 7d.")
    ] = None,
    wait: Wait = 10.0,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Keep an account or a guest out: sessions and sockets end at once, and nobody can sign in to it.

    They leave waiting rooms, and count as gone in games that run, where the usual rule holds: a bot plays
    on, or what the game says. A guest is banned by the pseudonym alone, and can come again as another guest.
    Banned once more, the new end and reason hold. Ends with 3 where no service has done it in time: the
    record stands, and it will be done once the services run.
    """
    import asyncio

    from divan.audit import checked_reason
    from divan.banning import run_ban, until_of
    from divan.running import open_installation
    from divan.times import read_age, read_time

    if until is not None and lasts is not None:
        raise typer.BadParameter("give --until or --for")
    seconds = None if lasts is None else read_age(lasts)
    end, why = until_of(read_time(until), seconds), checked_reason(reason)

    async def run() -> bool:
        async with open_installation("accounts", data) as events:
            return await run_ban(events, who, until=end, reason=why, within=wait, operator=operator)

    raise typer.Exit(Exit.DONE if asyncio.run(run()) else Exit.UNAVAILABLE)


def unban(
    who: Who,
    reason: Annotated[str, typer.Option(help="Why, for the audit trail. No names.")] = "",
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Let a banned account in again; seats in games that run are still there to come back to."""
    import asyncio

    from divan.audit import checked_reason
    from divan.banning import run_unban
    from divan.running import open_installation

    why = checked_reason(reason) if reason else ""

    async def run() -> None:
        async with open_installation("accounts", data) as events:
            await run_unban(events, who, reason=why, operator=operator)

    asyncio.run(run())


def erase(
    who: Annotated[
        str | None, typer.Argument(metavar="NAME|ID", help="Whom; left out with --again or --ids.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Repeat every erasure that is remembered: after a restore.")
    ] = False,
    ids: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="Erase the pseudonyms of a list that `erased` printed."
        ),
    ] = None,
    wait: Wait = 30.0,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Erase an account or a guest for good: name, password, sessions, a ban, and what was said.

    Games stay, and show a former player in place of the name; docs/privacy.md says what else stays. The
    running `rooms` service does it. Ends with 3 where it is not done within the time to wait: the record
    stands, and it will be done once the services run.
    """
    import asyncio

    from divan.accounts import run_erase

    if sum((who is not None, again, ids is not None)) != 1:
        raise typer.BadParameter("name one account, or give --again, or --ids FILE")
    listed = None if ids is None else ids.read_text(encoding="utf-8").split()

    def is_sure(question: str) -> None:
        if not yes:
            typer.confirm(question, abort=True)

    done = asyncio.run(run_erase(data, who, listed, within=wait, operator=operator, is_sure=is_sure))
    raise typer.Exit(Exit.DONE if done else Exit.UNAVAILABLE)


def erased(data: Data = None, as_json: AsJson = False) -> None:
    """List the pseudonyms of those who were erased, a line each: save it before restoring a backup."""
    import asyncio

    from divan.accounts import run_erased

    asyncio.run(run_erased(data, as_json=as_json))
