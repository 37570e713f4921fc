"""Every code that a message may be refused with, and its sentence in English."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    code: str
    sentence: str


MALFORMED = Refusal("malformed", "This is not a message that the chat understands.")
NO_SUCH_ROOM = Refusal("no_such_room", "There is no such room.")
NOT_A_MEMBER = Refusal("not_a_member", "Only those who have a seat in this room may write here.")
MUTED = Refusal("muted", "The owner of the room has muted you.")
CHAT_CLOSED = Refusal("chat_closed", "The chat is closed now.")
NO_SUCH_CHANNEL = Refusal("no_such_channel", "You cannot write in this channel now.")
EMPTY_MESSAGE = Refusal("empty_message", "The message is empty.")
MESSAGE_TOO_LONG = Refusal("message_too_long", "A message may have 200 characters at most.")
RATE_LIMITED = Refusal("rate_limited", "You are writing too fast: at most 5 messages in 10 seconds.")
UNAVAILABLE = Refusal("unavailable", "The chat cannot store your message now. Please send it again.")


class NotSaid(Exception):
    """The message is refused; nothing was stored and nothing counts against its sender."""

    def __init__(self, refusal: Refusal, details: dict[str, Any] | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.details = details or {}
