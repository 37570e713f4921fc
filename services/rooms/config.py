"""Settings of the rooms service."""

from dataclasses import dataclass, fields
from math import isfinite
from pathlib import Path
from re import compile
from urllib.parse import urlsplit

from libs.runtime.games import installed

ABOVE_ZERO = (
    "frames_per_second",
    "frames_at_once",
    "guests_per_minute",
    "rooms_per_minute",
    "hash_threads",
    "edge_silence",
)


EMAIL = compile(r"[^\s@<>\"]+@[^\s@<>\"]+\.[^\s@<>\"]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """
    set_up                 make the streams that are missing; false: wait until `divan setup` has made them
    http_host              address where browsers connect
    http_port              its port; 0: the system chooses
    page_folder            the built page; where it is missing, a page says how to build it
    site_url               the public address, such as https://divan.example: makes the cookie Secure and is
                           the origin that browsers must name; empty: the Host header is
    contact                how to reach who runs the site: an e-mail address or an http(s) URL; the page
                           Contact shows it; empty: it says that none was named
    allowed_origins        further origins that may use the API, such as a development server's
    trust_forwarded        believe X-Forwarded-For: only behind a proxy that sets it
    extra_games            games beside the catalogue, each as package.module:NAME, as the engine has them
    presence_grace         seconds before others are told that a person is gone
    absent_after           seconds without a connection before the engine is told; None: each game's own
    owner_away             seconds without a connection after which an owner is one no more
    idle_after             seconds without any person after which a room is closed
    edge_silence           seconds after which a process that is not heard has lost its connections
    seed_window            seconds for players to open their seeds
    waiting_rooms          rooms that one person may have waiting
    rooms_each             rooms that one person may have a seat in
    rooms_per_minute       rooms that one person may open, on average and at once
    sockets_each           sockets that one person may have open at this process
    command_patience       seconds after which a command's outcome is called unknown
    ask_patience           seconds after which an engine that answers no question is called unavailable
    frames_per_second      messages that a socket may send on average
    frames_at_once         messages that a socket may send at once
    guests_per_minute      new guests and accounts that one address may make, on average and at once
    hash_memory_kib        memory of one password hash
    hash_rounds            rounds of one password hash
    hash_threads           password hashes that are reckoned at a time
    health_host            address of the port for operators: the public must not reach it
    traces                 OpenTelemetry collector, such as http://collector:4318; empty: nothing is traced
    traces_ratio           share of commands and messages that are traced: 0 to 1
    rooms_health_port      its port, for /healthz, /readyz and /metrics (0: any free one); None: there is none
    """

    nats_url: str
    set_up: bool = True
    http_host: str = "127.0.0.1"
    http_port: int = 8080
    page_folder: Path = Path("web/dist")
    site_url: str = ""
    contact: str = ""
    allowed_origins: tuple[str, ...] = ()
    trust_forwarded: bool = False
    extra_games: tuple[str, ...] = ()
    presence_grace: float = 5.0
    absent_after: float | None = None
    owner_away: float = 60.0
    idle_after: float = 600.0
    edge_silence: float = 20.0
    seed_window: float = 2.0
    waiting_rooms: int = 10
    rooms_each: int = 500
    rooms_per_minute: float = 600.0
    sockets_each: int = 50
    command_patience: float = 10.0
    ask_patience: float = 4.0
    frames_per_second: float = 50.0
    frames_at_once: float = 100.0
    guests_per_minute: float = 600.0
    hash_memory_kib: int = 65536
    hash_rounds: int = 3
    hash_threads: int = 2
    health_host: str = "127.0.0.1"
    rooms_health_port: int | None = None
    traces: str = ""
    traces_ratio: float = 0.01

    def __post_init__(self) -> None:
        # A game that cannot be had is a wrong setting, told before anything starts.
        installed(self.extra_games)
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and not (isfinite(value) and value >= 0):
                raise ValueError(f"DIVAN_{field.name.upper()} is a number of 0 or more")
        for name in (
            "frames_per_second",
            "frames_at_once",
            "guests_per_minute",
            "hash_threads",
            "edge_silence",
        ):
            if getattr(self, name) <= 0:
                raise ValueError(f"DIVAN_{name.upper()} is more than 0")
        if self.traces_ratio > 1:
            raise ValueError("DIVAN_TRACES_RATIO is at most 1")
        if self.contact and not (EMAIL.fullmatch(self.contact) or _is_web_address(self.contact)):
            raise ValueError("DIVAN_CONTACT is an e-mail address or an http(s) URL")


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not any(map(str.isspace, text))
    except ValueError:
        return False
