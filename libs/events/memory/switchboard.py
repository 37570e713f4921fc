"""Core messages in memory: patterns, queue groups, requests."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from libs.events.ports import Headers, Heard
from libs.events.subjects import fits

log = structlog.get_logger()


@dataclass(eq=False)
class Ear:
    """One who listens."""

    pattern: str
    queue: str
    handle: Callable[[Heard], None]
    open: bool = True


@dataclass
class Switchboard:
    """Who listens to what. Messages are handed over by the loop, in the order they were published."""

    ears: list[Ear] = field(default_factory=list)
    busy: int = 0
    _to_lose: list[str] = field(default_factory=list)
    _turns: dict[tuple[str, str], int] = field(default_factory=dict)

    def lose_next(self, pattern: str) -> None:
        self._to_lose.append(pattern)

    def publish(
        self,
        subject: str,
        data: bytes,
        answer: Callable[[bytes], Awaitable[None]] | None = None,
        headers: Headers | None = None,
    ) -> int:
        """Hand a message to all who listen, to one of each queue group; returns to how many."""
        for pattern in self._to_lose:
            if fits(pattern, subject):
                self._to_lose.remove(pattern)
                return 1
        chosen: list[Ear] = []
        groups: dict[tuple[str, str], list[Ear]] = {}
        for ear in self.ears:
            if fits(ear.pattern, subject):
                if ear.queue:
                    groups.setdefault((ear.pattern, ear.queue), []).append(ear)
                else:
                    chosen.append(ear)
        for group, members in groups.items():
            turn = self._turns.get(group, 0)
            self._turns[group] = turn + 1
            chosen.append(members[turn % len(members)])
        heard = Heard(subject, data, answer is not None, answer or _unwanted, headers or None)
        for ear in chosen:
            self.busy += 1
            asyncio.get_running_loop().call_soon(self._hand_over, ear, heard)
        return len(chosen)

    def _hand_over(self, ear: Ear, heard: Heard) -> None:
        self.busy -= 1
        if not ear.open:
            return
        try:
            ear.handle(heard)
        except Exception:
            log.exception("listener_failed", subject=heard.subject)


async def _unwanted(data: bytes) -> None:
    """Nobody waits for an answer."""
