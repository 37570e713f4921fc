"""Settings of the rooms service."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from libs.runtime.games import installed
from libs.runtime.settings import (
    AboveZero,
    Between,
    Contact,
    Count,
    ExtraGame,
    Host,
    Origin,
    Port,
    Seconds,
    Service,
    Site,
    Together,
)

AtOnce = Annotated[float, Between(1)]
"""What a bucket holds: with less than one nobody would ever be let through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config(Service):
    """
    http_host              address where browsers connect
    http_port              its port; 0: the system chooses
    page_folder            the built page; where it is missing, a page says how to build it
    site_url               the public address, such as https://divan.example: makes the cookie Secure and is
                           the origin that browsers must name; empty: the Host header is
    contact                how to reach who runs the site; the page Contact shows it; empty: it says that
                           none was named
    allowed_origins        further origins that may use the API, such as a development server's
    trust_forwarded        believe X-Forwarded-For: only behind a proxy that sets it
    extra_games            games beside the catalogue, as the engine has them
    presence_grace         seconds before others are told that a person is gone
    absent_after           seconds without a connection before the engine is told; empty: each game's own
    owner_away             seconds without a connection after which an owner is one no more
    idle_after             seconds without any person after which a room is closed
    drain_notice           seconds for which a process that is taken away still takes sockets: meanwhile a
                           proxy sees that it is not ready
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
    traces_ratio           share of commands and messages that are traced
    rooms_health_port      port for operators: /healthz, /readyz, /metrics (0: any free one); empty: none
    """

    TOGETHER: ClassVar = (Together(("extra_games",), installed),)

    http_host: Host = "127.0.0.1"
    http_port: Port = 8080
    page_folder: Path = Path("web/dist")
    site_url: Site = ""
    contact: Contact = ""
    allowed_origins: tuple[Origin, ...] = ()
    trust_forwarded: bool = False
    extra_games: tuple[ExtraGame, ...] = ()
    presence_grace: Seconds = 5.0
    absent_after: Seconds | None = None
    owner_away: Seconds = 60.0
    idle_after: Seconds = 600.0
    drain_notice: Seconds = 5.0
    edge_silence: AboveZero = 20.0
    seed_window: Seconds = 2.0
    waiting_rooms: Count = 10
    rooms_each: Count = 500
    rooms_per_minute: AtOnce = 600.0
    sockets_each: Count = 50
    command_patience: AboveZero = 10.0
    ask_patience: AboveZero = 4.0
    frames_per_second: AboveZero = 50.0
    frames_at_once: AtOnce = 100.0
    guests_per_minute: AtOnce = 600.0
    hash_memory_kib: Annotated[int, Between(8, 4 << 20)] = 65536
    hash_rounds: Count = 3
    hash_threads: Annotated[int, Between(1, 256)] = 2
    rooms_health_port: Port | None = None
    traces_ratio: Annotated[float, Between(0, 1)] = 0.01
