"""Settings of the engine."""

from dataclasses import dataclass
from pathlib import Path
from re import compile
from typing import Annotated, ClassVar

from libs.runtime.games import installed
from libs.runtime.settings import UNSHOWN, Between, Count, ExtraGame, Form, Port, Seconds, Service, Together
from services.engine.keyring import Keyring

KEY_NAME = compile(r"[^\s=,]{1,64}")
KEY = compile(r"\s*(?:[0-9a-fA-F]{2}){32,}\s*")


def _is_list_of_keys(text: str) -> bool:
    pairs = [pair.partition("=") for pair in _parts(text)]
    return all(KEY_NAME.fullmatch(name) and KEY.fullmatch(key) for name, _, key in pairs)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _each_has_a_name(current: str, key: str, old: str) -> None:
    """A new key under an old one's name would leave the games that were begun with the old one without."""
    for name, _, other in (pair.partition("=") for pair in _parts(old)):
        if name == current and bytes.fromhex(other) != bytes.fromhex(key):
            raise ValueError(f"an old key is named {name!r} too: the new one needs another name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config(Service):
    """
    master_key        the secret that rooms' secrets are made of
    master_key_name   written in each log, so that an old key can be kept beside a new one
    old_master_keys   keys of games begun earlier
    idle_seconds      a room that nobody asked anything for so long leaves memory
    rooms_at_hand     at most so many rooms stay in memory
    publish           tell the public stream of the games (docs/public-stream.md)
    extra_games       games beside the catalogue
    archive           folder of archived games, where they are not kept in the stream alone
    nats_disk_gb      GiB that each NATS server may fill, as its max_file_store says; empty: not known
                      (bounded streams reserve nearly 3, and setting up asks for 2 more)
    engine_health_port  port for operators: /healthz, /readyz, /metrics (0: any free one); empty: none
    """

    TOGETHER: ClassVar = (
        Together(("master_key_name", "master_key", "old_master_keys"), _each_has_a_name),
        Together(("extra_games",), installed),
    )

    master_key: Annotated[
        str, Form("32 bytes or more, written as hex", lambda key: bool(KEY.fullmatch(key))), UNSHOWN
    ]
    master_key_name: Annotated[
        str, Form("a name without spaces, commas and =", lambda name: bool(KEY_NAME.fullmatch(name)))
    ] = "k1"
    old_master_keys: Annotated[
        str, Form("a list of name=hex, with commas between", _is_list_of_keys), UNSHOWN
    ] = ""
    idle_seconds: Seconds = 60.0
    rooms_at_hand: Count = 20_000
    publish: bool = True
    extra_games: tuple[ExtraGame, ...] = ()
    archive: Path | None = None
    nats_disk_gb: Annotated[int, Between(5)] | None = None
    engine_health_port: Port | None = None


def keyring(config: Config) -> Keyring:
    """The keys."""
    old = (pair.partition("=") for pair in _parts(config.old_master_keys))
    keys = {name: bytes.fromhex(key) for name, _, key in old}
    return Keyring(keys | {config.master_key_name: bytes.fromhex(config.master_key)}, config.master_key_name)
