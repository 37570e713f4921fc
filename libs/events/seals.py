"""Calls of JetStream's API that take something away, each user's under a word of its own (decision 36).

JetStream sends an answer wherever the asker wants to have it, and takes its own answers for calls. So such a
call is not where everybody knows it to be, but at `sealed.<seal>.<call>`, and a user's seal is known to that
user and the server alone.
"""

import hashlib
from dataclasses import dataclass

from libs.events.subjects import fits

PREFIX = "sealed"

ANY = "*"
"""In place of a seal, in the subjects of a right."""

API = "$JS.API"
"""Where the calls are that harm nobody, whoever asks."""

ALL = ">"
"""In place of a call: every one that there is."""


def seal(user: str, password: str) -> str:
    """128 bits of a hash, in one token of a subject: who has the password needs no second secret."""
    return hashlib.sha256(f"{user}:{password}".encode()).hexdigest()[:32]


def sealed(seal: str, call: str) -> str:
    """Where a call goes, such as `STREAM.PURGE.CHAT`."""
    return f"{PREFIX}.{seal}.{call}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Where a connection calls JetStream's API. Of a user without a seal everything is open."""

    seal: str = ""
    patterns: tuple[str, ...] = ()
    """The calls of this user that are sealed."""

    def subject(self, call: str) -> str:
        """The subject for a call, such as `STREAM.INFO.ROOMS`."""
        if any(fits(pattern, call) for pattern in self.patterns):
            return sealed(self.seal, call)
        return f"{API}.{call}"
