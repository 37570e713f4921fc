"""`divan doctor`: what this machine has, what is missing and what to do about it."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from divan.data_folder import DataFolder, default_path
from divan.exits import Exit
from divan.options import SERVER


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(doctor)


def doctor(
    data: Annotated[
        Path | None,
        typer.Option(help="The data folder to look at.", show_default="DIVAN_DATA or the user's data folder"),
    ] = None,
    host: Annotated[str, typer.Option(help="Address that the page is to be served on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Its port.")] = 8420,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
) -> None:
    """Look at everything that Divan needs here: a line each, with what to do about it.

    Ends with 1 where something must be mended before `divan up` can work; a warning is no failure.
    """
    from divan.checks import Place, Status, examine

    folder = DataFolder((data or default_path()).expanduser().absolute())
    checks = examine(Place(data=folder, host=host, port=port, nats_url=os.environ.get("NATS_URL")))
    well = all(check.status is not Status.FAIL for check in checks)
    if as_json:
        listed = [
            {"name": check.name, "status": check.status, "found": check.found, "advice": check.advice}
            for check in checks
        ]
        print(json.dumps({"ok": well, "checks": listed}, indent=2))
    else:
        for check in checks:
            print(f"{check.status:<5} {check.name:<12} {check.found}")
            if check.advice:
                print(f"{'':<18} -> {check.advice}")
    if not well:
        raise typer.Exit(Exit.FAILED)
