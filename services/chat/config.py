"""Settings of the chat service."""

from dataclasses import dataclass

from libs.runtime.settings import Count, Port, Service


@dataclass(frozen=True, slots=True, kw_only=True)
class Config(Service):
    """
    chat_rooms_at_hand  rooms whose members and last messages are kept in memory
    chat_at_once        rooms that are worked for at the same moment
    chat_health_port    port for operators: /healthz, /readyz, /metrics (0: any free one); empty: none
    """

    chat_rooms_at_hand: Count = 1000
    chat_at_once: Count = 16
    chat_health_port: Port | None = None
