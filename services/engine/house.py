"""What every room of this engine shares."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from libs.events.ports import Events
from libs.runtime.game_logs import GameLogs
from libs.runtime.state import AnyGame
from services.engine.keyring import Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """`now` gives Unix milliseconds; `spawn` runs a task that the engine owns; `build` marks snapshots.

    `logs` reads a log from its first entry on, also where it was taken into an archive.

    `holds` says whether this engine holds that room's partition, as far as it can know by its own clock:
    one that was stopped for a while knows before anybody tells it. What it remembers may be old then, and
    old memory neither refuses a command nor answers a question. (What it accepts, the fence guards.)
    """

    events: Events
    logs: GameLogs
    games: Mapping[str, AnyGame]
    keyring: Keyring
    now: Callable[[], int]
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    build: str
    holds: Callable[[str], bool]
