"""What engines tell each other, so that each holds its share of the partitions, and what they are told."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictStr

Held = Annotated[int, Field(strict=True, ge=0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAlive:
    """Subject `engines.alive`, twice a second: this engine lives, and holds so many partitions.

    `host` is the machine that it runs on. One that is `draining` gives them up, and wants none.
    """

    engine: StrictStr
    held: Held
    host: StrictStr = ""
    draining: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drain:
    """On `drain.<engine>`, a request: give up your partitions, or (`undo`) take your share again."""

    v: Literal[1] = 1
    undo: StrictBool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drained:
    """How many partitions that engine still holds; they go as others take them."""

    v: Literal[1] = 1
    held: Held
