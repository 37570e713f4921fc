"""`divan setup`: make the streams and consumers once, for services that may not."""

import asyncio
from typing import Annotated

import typer

from divan.options import SERVER, Data


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(setup)


def setup(
    wait: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Try for so long to reach the NATS server.")
    ] = 0,
    replicas: Annotated[
        int,
        typer.Option(
            min=1, max=5, envvar="DIVAN_REPLICAS", help="On how many servers each stream is, at least."
        ),
    ] = 1,
    data: Data = None,
) -> None:
    """Create the streams and consumers that this version needs, and change those that it has otherwise.

    For the admin user, whose name and password stand in NATS_URL, before services that run with
    DIVAN_SET_UP=false: those wait for it. It may be run again at any time; nothing stored is lost.
    What cannot be changed is named, and nothing further is done.
    """
    from divan.running import nats_url
    from divan.setup_command import run_setup

    asyncio.run(run_setup(nats_url(data), replicas=replicas, within=wait))
