"""`divan restore`: a backup into an empty server, or a rehearsal of that."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(restore)


def restore(
    backup: Annotated[
        Path,
        typer.Argument(metavar="FILE.tar", exists=True, dir_okay=False, help="What `divan backup` wrote."),
    ],
    rehearse: Annotated[
        bool,
        typer.Option(
            "--rehearse", help="Only try: restore into a server of its own and verify every game there."
        ),
    ] = False,
    into: Annotated[
        str | None,
        typer.Option(
            metavar="NATS_URL", help="The empty NATS server.", show_default="NATS_URL, else the data folder"
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
    erased: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="A list that `divan accounts erased` printed: erase them too."
        ),
    ] = None,
    replicas: Annotated[
        int | None, typer.Option(min=1, max=5, help="Copies of each stream.", show_default="as it was")
    ] = None,
    without_key: Annotated[
        bool, typer.Option("--without-key", help="Go on without the master key: running games are lost.")
    ] = False,
    key_to: Annotated[
        Path | None, typer.Option(help="Write the backup's master key there, if it holds one.")
    ] = None,
    operator: Operator = None,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Data folder of `divan up`, where no NATS server is named; nothing may run on it.",
            show_default="DIVAN_DATA or the user's data folder",
        ),
    ] = None,
) -> None:
    """Restore a backup into an empty server, while no service runs.

    Every byte of it is checked first. A server that was only set up counts as empty. Killed in the middle,
    it is begun anew by the same command; services refuse to start meanwhile. Whoever was erased is erased
    again, and running games go on from where the backup has them.
    """
    import asyncio

    from divan.backup.restore_command import Wanted, run_rehearsal, run_restore

    wanted = Wanted(
        backup=backup,
        into=into,
        data=data,
        replicas=replicas,
        erased=erased,
        without_key=without_key,
        key_to=key_to,
        operator=operator,
    )
    if rehearse:
        raise typer.Exit(Exit.DONE if asyncio.run(run_rehearsal(wanted)) else Exit.FAILED)

    def is_sure(question: str) -> None:
        if not yes:
            typer.confirm(question, abort=True)

    asyncio.run(run_restore(wanted, is_sure))
