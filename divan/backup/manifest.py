"""What a backup says of itself. Stored: fields are added with defaults, never renamed."""

from dataclasses import dataclass
from typing import Any, Literal

MANIFEST = "manifest.json"
"""The last member but one of a backup: what has none was cut short."""

DIGEST = "manifest.sha256"
"""The last member: the SHA-256 of the manifest, as hex."""

KEY = "master.key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A member of the backup: a stream (`stream` is empty for the master key), as the server gave it.

    `taken` is when its reading began, in Unix milliseconds. Messages and sequences are those of that
    moment; what came while it was read may be in it too.
    """

    file: str
    stream: str = ""
    size: int
    sha256: str
    taken: int
    messages: int = 0
    bytes: int = 0
    first: int = 0
    last: int = 0
    consumers: int = 0
    config: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`begun` and `ended` in Unix milliseconds. The parts stand in the order in which they were taken."""

    backup: Literal[1] = 1
    divan: str
    server: str
    begun: int
    ended: int
    partitions: int
    shards: int
    parts: tuple[Part, ...]

    @property
    def streams(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.stream)
