"""Settings of the engine."""

from dataclasses import dataclass
from pathlib import Path

from libs.runtime.games import installed
from services.engine.keyring import Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Read from DIVAN_… variables (NATS_URL for the server).

    set_up            make the streams that are missing; false: wait until `divan setup` has made them
    master_key        the secret that rooms' secrets are made of: 32 bytes or more as hex
    master_key_name   written in each log, so that an old key can be kept beside a new one
    old_master_keys   keys of games begun earlier, as name=hex, separated by commas
    idle_seconds      a room that nobody asked anything for so long leaves memory
    rooms_at_hand     at most so many rooms stay in memory
    publish           tell the public stream of the games (docs/public-stream.md); 0: do not
    extra_games       games beside the catalogue, each as package.module:NAME
    archive           folder of archived games, where they are not kept in the stream alone
    health_host       address of the port for operators: the public must not reach it
    traces            OpenTelemetry collector, such as http://collector:4318; empty: nothing is traced
    engine_health_port  its port, for /healthz, /readyz and /metrics (0: any free one); None: there is none
    """

    nats_url: str
    master_key: str
    set_up: bool = True
    master_key_name: str = "k1"
    old_master_keys: str = ""
    idle_seconds: float = 60.0
    rooms_at_hand: int = 20_000
    publish: bool = True
    extra_games: tuple[str, ...] = ()
    archive: Path | None = None
    health_host: str = "127.0.0.1"
    engine_health_port: int | None = None
    traces: str = ""

    def __post_init__(self) -> None:
        # Wrong keys and games are wrong settings, told before anything starts.
        keyring(self)
        installed(self.extra_games)


def keyring(config: Config) -> Keyring:
    """The keys. Raises ValueError with a sentence."""
    named = [pair.split("=", 1) for pair in config.old_master_keys.split(",") if pair]
    if any(len(pair) != 2 for pair in named):
        raise ValueError("DIVAN_OLD_MASTER_KEYS is a list of name=hex, separated by commas")
    try:
        keys = {
            name: bytes.fromhex(key) for name, key in [*named, [config.master_key_name, config.master_key]]
        }
    except ValueError as error:
        raise ValueError("a master key is written as hex") from error
    return Keyring(keys, config.master_key_name)
