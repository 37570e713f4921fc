"""Settings of the chat service."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """
    chat_rooms_at_hand  rooms whose members and last messages are kept in memory
    chat_at_once        rooms that are worked for at the same moment
    chat_health_port    where /healthz, /readyz and /metrics are served; None: nowhere
    """

    nats_url: str
    chat_rooms_at_hand: int = 1000
    chat_at_once: int = 16
    chat_health_port: int | None = None
