"""Settings of the ai service."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from libs.runtime.settings import AboveZero, Between, Count, Port, Seconds, Service, Together


def _in_order(least: float, most: float) -> None:
    if least > most:
        raise ValueError(f"{least:g} is more than DIVAN_BOT_PAUSE_MAX, {most:g}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config(Service):
    """
    bot_processes   processes that think; a bot that hangs keeps one of them busy until its time is up
    bot_seconds     how long a bot may think about one answer
    bot_memory_mb   memory that one thinking process may use
    bot_pause_min   seconds from the question to the answer at least, so that a bot plays like a person
    bot_pause_max   and at most; the pause is picked between the two
    bot_at_once     questions that this process holds at the same time, most of them in their pause
    ai_health_port  port for operators: /healthz, /readyz, /metrics (0: any free one); empty: none
    """

    TOGETHER: ClassVar = (Together(("bot_pause_min", "bot_pause_max"), _in_order),)

    bot_processes: Annotated[int, Between(1, 256)] = 2
    bot_seconds: AboveZero = 5.0
    # With less than 128 a process starts, and the bots of the larger games do not fit into it.
    bot_memory_mb: Annotated[int, Between(128)] = 512
    bot_pause_min: Seconds = 0.3
    bot_pause_max: Seconds = 1.0
    bot_at_once: Count = 256
    ai_health_port: Port | None = None
