"""A NATS server of our own: on a data folder of `divan up` for a restore, or an empty one for a while."""

import os
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from divan.data_folder import DataFolder
from divan.installation import start_nats
from divan.supervisor import supervising


@asynccontextmanager
async def on_folder(folder: DataFolder) -> AsyncGenerator[str, None]:
    """The URL of a server on the streams of a data folder that nothing runs on. Raises Trouble.

    Left without an exception, all of it is on the disk.
    """
    folder.prepare()
    async with folder.locked() as lock, supervising(lock) as supervisor:
        # To sync each message of a restore by itself takes long; what is half restored is begun anew.
        yield await start_nats(folder, supervisor, sync="2m")
    os.sync()


@asynccontextmanager
async def for_a_while(*, sync: str = "10m") -> AsyncGenerator[str, None]:
    """The URL of an empty server in a temporary folder (TMPDIR), which goes with it."""
    with tempfile.TemporaryDirectory(prefix="divan-for-a-while-") as path:
        folder = DataFolder(Path(path))
        folder.prepare()
        async with folder.locked() as lock, supervising(lock) as supervisor:
            yield await start_nats(folder, supervisor, sync=sync)
