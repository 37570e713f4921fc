"""Settings of the ai service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """
    set_up          make the streams that are missing; false: wait until `divan setup` has made them
    bot_processes   processes that think; a bot that hangs keeps one of them busy until its time is up
    bot_seconds     how long a bot may think about one answer
    bot_memory_mb   memory that one thinking process may use
    bot_pause_min   seconds from the question to the answer at least, so that a bot plays like a person
    bot_pause_max   and at most; the pause is picked between the two
    bot_at_once     questions that this process holds at the same time, most of them in their pause
    health_host     address of the port for operators: the public must not reach it
    traces          OpenTelemetry collector, such as http://collector:4318; empty: nothing is traced
    ai_health_port  its port, for /healthz, /readyz and /metrics (0: any free one); None: there is none
    """

    nats_url: str
    set_up: bool = True
    bot_processes: int = 2
    bot_seconds: float = 5.0
    bot_memory_mb: int = 512
    bot_pause_min: float = 0.3
    bot_pause_max: float = 1.0
    bot_at_once: int = 256
    health_host: str = "127.0.0.1"
    ai_health_port: int | None = None
    traces: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.bot_pause_min <= self.bot_pause_max:
            raise ValueError("DIVAN_BOT_PAUSE_MIN is at least 0 and at most DIVAN_BOT_PAUSE_MAX")
        if self.bot_processes < 1 or self.bot_at_once < 1 or self.bot_seconds <= 0:
            raise ValueError("DIVAN_BOT_PROCESSES, DIVAN_BOT_AT_ONCE and DIVAN_BOT_SECONDS are above 0")
