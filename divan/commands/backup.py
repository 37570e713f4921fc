"""`divan backup`: everything that a running installation stores, as one file."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit
from divan.options import SERVER, Data, Operator


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(backup)


def backup(
    to: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER|FILE.tar", help="A folder, where it is named after the time, or the file."
        ),
    ],
    keep_days: Annotated[
        int | None,
        typer.Option(min=1, help="Remove backups of the folder that are older, 90 days at most."),
    ] = None,
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Restore it into a server of its own, and verify every game there."),
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="STREAM", help="Only this stream. Repeatable.", show_default="all"),
    ] = None,
    with_key: Annotated[
        bool, typer.Option("--with-key", help="Put the master key in: whoever has the file has every secret.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object in place of the table.")] = False,
    operator: Operator = None,
    data: Data = None,
) -> None:
    """Back up a running installation, without stopping play.

    Every stream with its sequences, times, timers and consumers, each with its SHA-256, in one file that
    is there whole or not at all. Positions and questions to bots are left out: they are made anew. Ends
    with 1 where a game does not hold (--verify). docs/operate.md has a plan for backups.
    """
    import asyncio

    from divan.backup.command import Wanted, run_backup
    from divan.backup.rotation import MOST_DAYS

    if keep_days is not None and keep_days > MOST_DAYS:
        raise typer.BadParameter(
            f"at most {MOST_DAYS}: longer it is not known who was erased (docs/privacy.md)",
            param_hint="--keep-days",
        )
    wanted = Wanted(
        to=to,
        only=only or (),
        keep_days=keep_days,
        with_key=with_key,
        verify=verify,
        as_json=as_json,
        operator=operator,
    )
    raise typer.Exit(Exit.DONE if asyncio.run(run_backup(wanted, data)) else Exit.FAILED)
