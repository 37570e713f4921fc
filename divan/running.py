"""Where the installation that a command is to look at can be reached."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from divan.data_folder import DataFolder, default_path
from divan.exits import Exit, Trouble
from libs.events.nats import open_events
from libs.events.nats.patience import Nobody
from libs.events.ports import Events, EventsError


def archive_folder() -> Path | None:
    """DIVAN_ARCHIVE: where engines keep archived games beside the stream; None: in the stream alone."""
    given = os.environ.get("DIVAN_ARCHIVE")
    return Path(given) if given else None


def nats_url(data: Path | None = None) -> str:
    """NATS_URL, or the server of the `divan up` that runs on the data folder. Raises Trouble."""
    if given := os.environ.get("NATS_URL"):
        return given
    folder = DataFolder((data or default_path()).expanduser().absolute())
    running = folder.running()
    if running is None:
        raise Trouble(
            f"nothing runs on the data folder {folder.path}: start `divan up`, name another folder "
            "with --data, or give NATS_URL.",
            Exit.UNAVAILABLE,
        )
    return running.nats_url


def site(data: Path | None = None) -> str:
    """The address of the page of the `divan up` that runs on the data folder; empty where none is known."""
    if os.environ.get("NATS_URL"):
        return ""
    running = DataFolder((data or default_path()).expanduser().absolute()).running()
    return "" if running is None else running.address


@asynccontextmanager
async def open_installation(name: str, data: Path | None = None) -> AsyncGenerator[Events, None]:
    """The log and all else of the running installation; `name` is the client's, as NATS knows it.

    `data` is the folder of the running `divan up` where NATS_URL is not set. Raises Trouble, also for what
    goes wrong with NATS inside.
    """
    try:
        async with open_events(nats_url(data), name=name, setting_up=False) as events:
            yield events
    except Nobody as error:
        raise Trouble(
            f"{error}. `divan doctor` looks at the server; `divan setup` makes the streams of a new one.",
            Exit.UNAVAILABLE,
        ) from error
    except EventsError as error:
        raise Trouble(str(error), Exit.UNAVAILABLE) from error
