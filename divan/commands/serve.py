"""`divan serve`: run one service, for those who start the processes themselves."""

import importlib
from enum import StrEnum
from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import SERVER


class Service(StrEnum):
    ROOMS = "rooms"
    ENGINE = "engine"
    AI = "ai"
    CHAT = "chat"


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=SERVER)(serve)


def serve(service: Annotated[Service, typer.Argument(help="Which service to run.")]) -> None:
    """Run one service until SIGTERM or SIGINT.

    Its settings are environment variables: NATS_URL and DIVAN_... as docs/settings.md lists them; what is
    missing or not allowed is named, all at once. A secret may stand in a file that <VARIABLE>_FILE names.
    It waits for a NATS server that does not answer yet, and with DIVAN_SET_UP=false for `divan setup`.
    """
    from libs.runtime.settings import BadSettings

    try:
        main = importlib.import_module(f"services.{service}.main").main
        main()
    except BadSettings as faults:
        raise Trouble(f"the settings of {service} are wrong:\n{faults}", Exit.USAGE) from None
