"""The erasure of an account: what is remembered of it, and how the processes hear of it."""

from dataclasses import dataclass
from typing import Literal

from pydantic import StrictBool, StrictInt, StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """Bucket `erased`, by pseudonym: that person is to be, or was, erased. No name stands there.

    `at` is when it was asked for, `done` when the last pass that went through began (None: none yet),
    both in Unix milliseconds.
    """

    v: Literal[1] = 1
    at: StrictInt
    done: StrictInt | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """On `erased.<person>`, not stored: a record stands in the bucket, show nothing of that person any more.

    `asked`: nobody has begun with it yet, one of the hearers is to do it.
    """

    v: Literal[1] = 1
    person: StrictStr
    asked: StrictBool = False
