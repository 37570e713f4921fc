"""`divan accounts`: who a name is, erasing them, and who was erased."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Data

Who = Annotated[str, typer.Argument(metavar="NAME|ID", help="The account's name, or its pseudonym.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


def register(app: typer.Typer) -> None:
    accounts = typer.Typer(help="Look at accounts, and erase them.", no_args_is_help=True)
    for command in (show, erase, erased):
        accounts.command()(command)
    app.add_typer(accounts, name="accounts", rich_help_panel=SERVER)


def show(who: Who, data: Data = None, as_json: AsJson = False) -> None:
    """Show what is stored of an account or a guest: pseudonym, name, sessions, an erasure under way."""
    import asyncio

    from divan.accounts import run_show

    asyncio.run(run_show(data, who, as_json=as_json))


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
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait until it is done.")] = 30.0,
    data: Data = None,
) -> None:
    """Erase an account or a guest for good: name, password, sessions, and what was said.

    Games stay, and show a former player in place of the name; docs/privacy.md says what else stays. The
    running `rooms` service does it. Ends with 3 where it is not done within the time to wait: the record
    stands, and it will be done once the services run.
    """
    import asyncio

    from divan.accounts import run_erase

    if sum((who is not None, again, ids is not None)) != 1:
        raise typer.BadParameter("name one account, or give --again, or --ids FILE")
    if not yes:
        typer.confirm(f"Erase {who or 'all of them'} for good?", abort=True)
    listed = None if ids is None else ids.read_text(encoding="utf-8").split()
    done = asyncio.run(run_erase(data, who, listed, within=wait))
    raise typer.Exit(Exit.DONE if done else Exit.UNAVAILABLE)


def erased(data: Data = None, as_json: AsJson = False) -> None:
    """List the pseudonyms of those who were erased, a line each: save it before restoring a backup."""
    import asyncio

    from divan.accounts import run_erased

    asyncio.run(run_erased(data, as_json=as_json))
