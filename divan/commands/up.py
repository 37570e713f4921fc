"""`divan up`: everything on this machine, from the streams to the page."""

import re
from pathlib import Path
from typing import Annotated

import typer

from divan.data_folder import DataFolder, default_path
from divan.options import SERVER


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(up)


def up(
    host: Annotated[str, typer.Option(help="Address that the page is served on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Its port; 0 takes any free one.")] = 8420,
    data: Annotated[
        Path | None,
        typer.Option(
            help="Folder that keeps rooms and keys.", show_default="DIVAN_DATA or the user's data folder"
        ),
    ] = None,
    engines: Annotated[int, typer.Option(min=1, max=16, help="How many engine processes.")] = 2,
    bots_pause: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS",
            help="How long bots seem to think, such as 0 or 0.5-2.",
            show_default="the service's",
        ),
    ] = None,
    sync: Annotated[
        str,
        typer.Option(
            help="When the own NATS server writes to disk: always, or an interval such as 100ms or 2m."
        ),
    ] = "always",
    log_level: Annotated[
        str,
        typer.Option(
            envvar="DIVAN_LOG_LEVEL", help="What the services write: debug, info, warning, error or critical."
        ),
    ] = "warning",
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page when it is there.")
    ] = False,
    json_lines: Annotated[
        bool, typer.Option("--json", help="Log as JSON lines, also on a terminal.")
    ] = False,
) -> None:
    """Start every service, and a NATS server of our own where NATS_URL is not set; Ctrl-C stops them.

    Rooms stay in the data folder for the next start. A service that crashes is started again.
    Nothing is left running, however this command ends.
    """
    from divan.installation import Plan, run_installation

    plan = Plan(
        host=host,
        port=port,
        data=DataFolder((data or default_path()).expanduser().absolute()),
        engines=engines,
        bots_pause=None if bots_pause is None else _pause(bots_pause),
        sync=_sync(sync),
        log_level=log_level,
        open_browser=open_browser,
        json_lines=json_lines,
    )
    run_installation(plan)


def _sync(text: str) -> str:
    """What goes into the NATS server's configuration as it is."""
    if not re.fullmatch(r"always|[1-9][0-9]{0,8}(?:ms|s|m|h)", text):
        raise typer.BadParameter("always, or an interval such as 100ms or 2m", param_hint="--sync")
    return text


def _pause(text: str) -> tuple[float, float]:
    """Seconds, or two numbers of them with a dash between."""
    least, dash, most = text.partition("-")
    try:
        pause = float(least), float(most if dash else least)
    except ValueError:
        raise typer.BadParameter("seconds, such as 0 or 0.5-2", param_hint="--bots-pause") from None
    if not 0 <= pause[0] <= pause[1]:
        raise typer.BadParameter("from the smaller to the greater", param_hint="--bots-pause")
    return pause
