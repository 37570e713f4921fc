"""What every room of this engine shares."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from libs.events.ports import Events
from libs.runtime.state import AnyGame
from services.engine.keyring import Keyring


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """`now` gives Unix milliseconds; `spawn` runs a task that the engine owns; `build` marks snapshots."""

    events: Events
    games: Mapping[str, AnyGame]
    keyring: Keyring
    now: Callable[[], int]
    spawn: Callable[[Coroutine[Any, Any, None]], None]
    build: str
