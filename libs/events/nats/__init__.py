"""The ports on a real NATS server: the only code that imports nats."""

from libs.events.nats.events import NatsEvents, open_events
from libs.events.nats.setup import SetUpRefused

__all__ = ["NatsEvents", "SetUpRefused", "open_events"]
