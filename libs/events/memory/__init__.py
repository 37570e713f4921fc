"""The in-memory twin of NATS: the same ports, deterministic, with switches for what can go wrong."""

from libs.events.memory.events import MemoryEvents
from libs.events.memory.server import MemoryServer

__all__ = ["MemoryEvents", "MemoryServer"]
