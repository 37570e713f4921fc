"""Who may not come in: what is remembered of a ban, and how the processes hear of it."""

from dataclasses import dataclass
from typing import Literal

from pydantic import StrictInt, StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """Bucket `bans`, by pseudonym: that person may not come in. No name stands there.

    `at` is when it was said, `until` when it ends (None: never), `done` when the last pass that went through
    began (None: none yet), all in Unix milliseconds. The `reason` is told to the person.
    """

    v: Literal[1] = 1
    at: StrictInt
    until: StrictInt | None
    reason: StrictStr
    done: StrictInt | None = None

    def holds(self, now: int) -> bool:
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True, kw_only=True)
class Banned:
    """On `banned.<person>`, not stored: look at the record of that person, which is new, changed or gone."""

    v: Literal[1] = 1
    person: StrictStr
