"""What engines tell each other, so that each holds its share of the partitions."""

from dataclasses import dataclass
from typing import Annotated

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
