"""What operators did: the audit trail (subject `admin.<action>`). Kept for a year: names never change."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr

Action = Literal[
    "archive",
    "backup",
    "ban",
    "close",
    "drain",
    "erase",
    "export",
    "fork",
    "import",
    "inspect",
    "restore",
    "unban",
    "undrain",
]
"""`backup` has everything; `export` and `fork` are of games that run, `inspect` of their secrets,
also by `divan replay` and `divan verify`: what is over anybody may look at."""

Outcome = Literal["begun", "done", "failed"]

MOST_WORDS = 200
"""Characters of a reason or a note."""

Words = Annotated[str, Field(strict=True, max_length=MOST_WORDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminEvent:
    """One action leaves two of these with the same `id`: before it acts, and how it ended.

    One that has no end was cut off: what it came to, only the installation itself can tell.

    at        Unix milliseconds
    operator  who, as they call themselves on the command line: nobody checks it
    target    a room, a pseudonym, an engine; * for whatever is there. Never a person's name
    reason    in the operator's words
    note      what came of it: a count, or what kind of failure
    """

    v: Literal[1] = 1
    id: StrictStr
    at: StrictInt
    operator: StrictStr
    action: Action
    target: StrictStr
    reason: Words = ""
    outcome: Outcome
    note: Words = ""
