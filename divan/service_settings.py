"""What can be set, for docs/settings.md and deploy/.env.example: of a service it is read from its Config."""

import importlib
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from libs.events.permissions import users
from libs.events.seals import sealed
from libs.runtime.settings import declared

SERVICES = ("rooms", "engine", "ai", "chat")

FIXED = re.compile(r"NATS_URL|DIVAN_(HTTP_HOST|HTTP_PORT|PAGE_FOLDER|SET_UP|HEALTH_HOST|\w+_HEALTH_PORT)")
"""What the images and deploy/compose.yaml decide: not the operator's."""

WIDTH = 110

PREFIX = "DIVAN_"

LIKE = 0.8
"""How alike, from 0 to 1, names are of which one was probably meant to be the other."""

EMPTY = ""
"""In place of a seal that is not made yet: no server takes such a subject."""

HEAD = """\
# Settings of deploy/compose.yaml, made from the code by `make docs`. deploy/make-secrets.sh writes
# deploy/.env from this, with secrets. A line that is commented out shows what holds without it.

# --- Secrets. deploy/make-secrets.sh fills in what is empty here.

# The secret that rooms' secrets are made of: 32 bytes or more as hex. Games need the one they
# began with.
DIVAN_MASTER_KEY=

# The passwords of the NATS users: one a service, `analyst` for the public stream, `admin` for everything.
{passwords}
# What three NATS servers tell each other (compose.production.yaml).
NATS_CLUSTER_PASSWORD=

# Where the NATS users have the calls that take something away (docs/permissions.md, "Sealed calls").
# deploy/make-secrets.sh makes them of the passwords: run it again where one of those is another.
{seals}

# --- The installation

# Where the page is served: a port, or an address and a port. Behind a proxy on this machine that knows two
# ports, rooms is replaced without a gap: 127.0.0.1:8080-8081.
# DIVAN_LISTEN=127.0.0.1:8080

# How many engines and bots' workers run.
# DIVAN_ENGINES=2
# DIVAN_AI_WORKERS=2

# On how many NATS servers each stream is kept: 1, or 3 where there are three (compose.production.yaml).
# DIVAN_REPLICAS=1

# How many GiB of disk the streams may fill on each NATS server, 5 at least: three quarters of what it has.
# Beyond it nothing is stored any more; alerts and `divan doctor` warn before.
# DIVAN_NATS_DISK_GB=20

# Where certificates of the NATS servers lie (deploy/make-secrets.sh --tls makes them).
# DIVAN_SECRETS=./secrets

# Where the command line writes and reads files (backups, games, tables): a volume, or a folder of this
# machine, such as /srv/divan, that user 10001 may write to.
# DIVAN_FILES=files

# The tag of the images, and the commit that they were built from, which is written on them.
# DIVAN_VERSION=dev
# DIVAN_REVISION=unknown

# What the images are built with: run, or traces for the packages of OpenTelemetry too (DIVAN_TRACES).
# DIVAN_REQUIREMENTS=run

# What is logged (debug, info, warning, error, critical), and how (json, text).
# DIVAN_LOG_LEVEL=info
# DIVAN_LOG_FORMAT=json
""".format(
    passwords="\n".join(f"{user.password}=" for user in users()),
    seals="\n".join(
        f"{user.variable(call)}={sealed(EMPTY, call)}" for user in users() for call in user.calls
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One variable. `allowed` says what it may be; `default` is MISSING where it must be set."""

    name: str
    allowed: str
    default: Any = None
    meaning: str

    @property
    def is_fixed(self) -> bool:
        return FIXED.fullmatch(self.name) is not None


COMMAND_LINE = (
    Setting(
        name="NATS_URL",
        allowed="nats://HOST:PORT or tls, ws, wss; several with commas between",
        meaning="the installation to look at; for `divan up` a NATS server to use instead of its own. "
        "Not set: that of the `divan up` on the data folder",
    ),
    Setting(
        name="DIVAN_DATA",
        allowed="a path",
        meaning="the data folder, where --data does not name one; not set: `divan` where programs keep "
        "a user's data",
    ),
    Setting(
        name="XDG_DATA_HOME",
        allowed="a path",
        default="~/.local/share",
        meaning="where programs keep a user's data, on Linux",
    ),
    Setting(
        name="DIVAN_REPLICAS",
        allowed="a whole number from 1 to 5",
        default=1,
        meaning="`divan setup`: on how many servers each stream is, at least",
    ),
    Setting(
        name="DIVAN_NATS_DISK_GB",
        allowed="a whole number of 5 or more",
        meaning="`divan doctor`: GiB that each NATS server may fill, as the engines have it",
    ),
    Setting(
        name="DIVAN_ARCHIVE",
        allowed="a path",
        meaning="the folder of archived games, as the engines have it",
    ),
    Setting(
        name="DIVAN_MASTER_KEY",
        allowed="32 bytes or more, written as hex",
        meaning="`divan backup --with-key`: the engines' key; or in the file that `DIVAN_MASTER_KEY_FILE` "
        "names. Not set: that of the data folder",
    ),
    Setting(
        name="DIVAN_PAGE_FOLDER",
        allowed="a path",
        default="web/dist",
        meaning="`divan up`: the built page",
    ),
    Setting(
        name="DIVAN_ENGINE_HEALTH_PORT",
        allowed="a whole number from 0 to 65535",
        meaning="`divan up`: the port for operators of the first engine; each further one has the next",
    ),
    Setting(
        name="DIVAN_LOG_LEVEL",
        allowed="debug, info, warning, error or critical",
        default="warning",
        meaning="`divan up`: what the services write",
    ),
    Setting(
        name="DIVAN_LOG_FORMAT",
        allowed="text or json",
        meaning="`divan up`: how; not set: text on a terminal, json elsewhere",
    ),
    Setting(name="NO_COLOR", allowed="text", meaning="set to anything: no colours on a terminal"),
    Setting(
        name="NOTIFY_SOCKET",
        allowed="a path",
        meaning="set by systemd and by `divan up`: where a service says that it is ready",
    ),
    Setting(
        name="SSL_CERT_FILE",
        allowed="a path",
        meaning="certificates that are believed for `tls://` in NATS_URL, where the system's are not enough: "
        "of every service too",
    ),
)
"""What the command line reads, but for what it passes on to services."""


def settings(service: str) -> Iterator[Setting]:
    """Every setting of a service, in the order of its Config; the meanings stand in the docstrings."""
    config = importlib.import_module(f"services.{service}.config").Config
    documented = "\n".join(each.__doc__ or "" for each in config.__mro__)
    described = re.findall(r"^ {4}(\w+) {2,}(.+(?:\n {8,}.+)*)", documented, re.M)
    meanings = {name: " ".join(meaning.split()) for name, meaning in described}
    for each in declared(config):
        yield Setting(
            name=each.variable, allowed=each.words, default=each.default, meaning=meanings[each.field]
        )


def unknown(environment: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The variables among these that nothing reads and that are like one which is read, and that one.

    One environment may serve all services, an image build and the command line, also of another version:
    what is like nothing is left alone, and what any of them knows is known.
    """
    of_services = {each.name for service in SERVICES for each in settings(service)}
    names = of_services | {each.name for each in COMMAND_LINE} | _named(HEAD)
    known = names | {f"{name}_FILE" for name in names}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            ours = [each.removeprefix(PREFIX) for each in known if each.startswith(PREFIX)]
            for nearest in get_close_matches(name.removeprefix(PREFIX), ours, n=1, cutoff=LIKE):
                yield name, PREFIX + nearest


def _named(example: str) -> set[str]:
    return {line.split("=")[0].lstrip("# ") for line in example.splitlines() if "=" in line}


def example() -> str:
    """deploy/.env.example: what an operator may set, each with its meaning and its default."""
    told = _named(HEAD)
    lines = [HEAD]
    for service in SERVICES:
        own = [each for each in settings(service) if not each.is_fixed and each.name not in told]
        told |= {each.name for each in own}
        lines.append(f"# --- {service}\n")
        lines += [line for each in own for line in _lines(each)]
    return "\n".join(lines).rstrip() + "\n"


def _lines(setting: Setting) -> Iterator[str]:
    meaning = f"{setting.meaning} ({setting.allowed})"
    yield from textwrap.wrap(meaning, WIDTH, initial_indent="# ", subsequent_indent="# ")
    yield f"# {setting.name}={written(setting.default)}"
    yield ""


def written(default: object) -> str:
    """A default as it would stand in the environment; empty where there is none."""
    match default:
        case None | ():
            return ""
        case bool():
            return str(default).lower()
        case _:
            return str(default)
