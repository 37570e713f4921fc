"""Settings of the chat service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """
    set_up              make the streams that are missing; false: wait until `divan setup` has made them
    chat_rooms_at_hand  rooms whose members and last messages are kept in memory
    chat_at_once        rooms that are worked for at the same moment
    health_host         address of the port for operators: the public must not reach it
    traces              OpenTelemetry collector, such as http://collector:4318; empty: nothing is traced
    chat_health_port    its port, for /healthz, /readyz and /metrics (0: any free one); None: there is none
    """

    nats_url: str
    set_up: bool = True
    chat_rooms_at_hand: int = 1000
    chat_at_once: int = 16
    health_host: str = "127.0.0.1"
    chat_health_port: int | None = None
    traces: str = ""
