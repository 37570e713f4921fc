"""What an operator tells a process before it is taken away."""

from dataclasses import dataclass
from typing import Literal

from pydantic import StrictBool


@dataclass(frozen=True, slots=True, kw_only=True)
class Drain:
    """On `drain.<process>`: give up what you hold and take no more, or (`undo`) take your share again.

    Nobody answers: what a process does it says on `stats.told`.
    """

    v: Literal[1] = 1
    undo: StrictBool = False
