"""What can be set of each service, read from its Config: for docs/settings.md and deploy/.env.example."""

import dataclasses
import importlib
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_type_hints

from libs.runtime.settings import variable

SERVICES = ("rooms", "engine", "ai", "chat")

FIXED = re.compile(r"NATS_URL|DIVAN_(HTTP_HOST|HTTP_PORT|PAGE_FOLDER|SET_UP|HEALTH_HOST|\w+_HEALTH_PORT)")
"""What the images and deploy/compose.yaml decide: not the operator's."""

WIDTH = 110

HEAD = """\
# Settings of deploy/compose.yaml, made from the code by `make docs`. deploy/make-secrets.sh writes
# deploy/.env from this, with secrets. A line that is commented out shows what holds without it.

# --- Secrets. deploy/make-secrets.sh fills in what is empty here.

# The secret that rooms' secrets are made of: 32 bytes or more as hex. Games need the one they
# began with.
DIVAN_MASTER_KEY=

# The passwords of the NATS users: one a service, `analyst` for the public stream, `admin` for everything.
NATS_ENGINE_PASSWORD=
NATS_ROOMS_PASSWORD=
NATS_AI_PASSWORD=
NATS_CHAT_PASSWORD=
NATS_ANALYST_PASSWORD=
NATS_ADMIN_PASSWORD=
# What three NATS servers tell each other (compose.production.yaml).
NATS_CLUSTER_PASSWORD=

# --- The installation

# Where the page is served: a port, or an address and a port. Behind a proxy on this machine: 127.0.0.1:8080.
# DIVAN_LISTEN=127.0.0.1:8080

# How many engines and bots' workers run.
# DIVAN_ENGINES=2
# DIVAN_AI_WORKERS=2

# On how many NATS servers each stream is kept: 1, or 3 where there are three (compose.production.yaml).
# DIVAN_REPLICAS=1

# Where certificates of the NATS servers lie (deploy/make-secrets.sh --tls makes them).
# DIVAN_SECRETS=./secrets

# The tag of the images, and the commit that they were built from, which is written on them.
# DIVAN_VERSION=dev
# DIVAN_REVISION=unknown

# What the images are built with: run, or traces for the packages of OpenTelemetry too (DIVAN_TRACES).
# DIVAN_REQUIREMENTS=run

# What is logged (debug, info, warning, error, critical), and how (json, text).
# DIVAN_LOG_LEVEL=info
# DIVAN_LOG_FORMAT=json
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One variable of a service. `default` is written as it would be set; None: it must be set."""

    name: str
    hint: Any
    field: "dataclasses.Field[Any]"
    meaning: str

    @property
    def is_fixed(self) -> bool:
        return FIXED.fullmatch(self.name) is not None


def settings(service: str) -> Iterator[Setting]:
    """Every setting of a service, in the order of its Config; the meanings stand in its docstring."""
    config = importlib.import_module(f"services.{service}.config").Config
    described = re.findall(r"^ {4}((?:\w+, )*\w+) {2,}(.+(?:\n {8,}.+)*)", config.__doc__ or "", re.M)
    meanings = {name: meaning for names, meaning in described for name in names.split(", ")}
    hints = get_type_hints(config)
    for field in dataclasses.fields(config):
        yield Setting(
            name=variable(field.name),
            hint=hints[field.name],
            field=field,
            meaning=" ".join(meanings.get(field.name, "").split()),
        )


def example() -> str:
    """deploy/.env.example: what an operator may set, each with its meaning and its default."""
    told: set[str] = {line.split("=")[0].lstrip("# ") for line in HEAD.splitlines() if "=" in line}
    lines = [HEAD]
    for service in SERVICES:
        own = [each for each in settings(service) if not each.is_fixed and each.name not in told]
        told |= {each.name for each in own}
        lines.append(f"# --- {service}\n")
        lines += [line for each in own for line in _lines(each)]
    return "\n".join(lines).rstrip() + "\n"


def _lines(setting: Setting) -> Iterator[str]:
    yield from textwrap.wrap(setting.meaning, WIDTH, initial_indent="# ", subsequent_indent="# ")
    yield f"# {setting.name}={_written(setting.field.default)}"
    yield ""


def _written(default: object) -> str:
    """A default as it would stand in the environment; empty where there is none."""
    match default:
        case None | ():
            return ""
        case bool():
            return str(default).lower()
        case _:
            return str(default)
