"""The master keys that rooms' secrets are made of; only engines hold them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from libs.games.kit.chance import (
    CHANCE_VERSION,
    RecordedChance,
    SeededChance,
    commitment,
    room_key,
    room_secret,
)
from libs.runtime.platform_events import GameBegun


class Secrets(Protocol):
    """Where the rules have a room's secret and its chance from: an engine's master keys, or a log's end."""

    def secret(self, room: str, key: str) -> bytes:
        """The room's secret, made with the master key of that name."""
        ...

    def commitment(self, room: str) -> tuple[str, str, int]:
        """For a room not yet begun: name of the key, SHA-256 of the secret (hex), version of chance."""
        ...

    def chance(self, room: str, begun: GameBegun, entry: int) -> RecordedChance:
        """The chance of one entry of a room."""
        ...


@dataclass(frozen=True)
class Keyring:
    """Master keys by name. New rooms use `current`; the others stay for the games begun with them."""

    keys: Mapping[str, bytes]
    current: str

    def __post_init__(self) -> None:
        if self.current not in self.keys:
            raise ValueError(f'the current master key "{self.current}" is not among the keys given')
        if any(len(key) < 32 for key in self.keys.values()):
            raise ValueError("a master key has at least 32 bytes")

    def secret(self, room: str, key: str) -> bytes:
        """The room's secret. Raises KeyError where this engine lacks the key."""
        return room_secret(self.keys[key], room)

    def commitment(self, room: str) -> tuple[str, str, int]:
        """For a room not yet begun: name of the key, SHA-256 of the secret (hex), version of chance."""
        return self.current, commitment(self.secret(room, self.current)).hex(), CHANCE_VERSION

    def chance(self, room: str, begun: GameBegun, entry: int) -> SeededChance:
        """The chance of one entry of a room. Raises KeyError where this engine lacks the key."""
        return SeededChance(self.chance_key(room, begun), entry)

    def chance_key(self, room: str, begun: GameBegun) -> bytes:
        """The key of all draws of a room."""
        return chance_key(self.secret(room, begun.key), begun)


def chance_key(secret: bytes, begun: GameBegun) -> bytes:
    """The key of all draws of a room, from its secret and the seeds that were given."""
    seeds = tuple(
        None if seat.seed is None or number in begun.silent else seat.seed
        for number, seat in enumerate(begun.seats)
    )
    return _chance_key(secret, seeds)


@lru_cache(maxsize=4096)
def _chance_key(secret: bytes, seeds: tuple[str | None, ...]) -> bytes:
    return room_key(secret, [None if seed is None else bytes.fromhex(seed) for seed in seeds])
