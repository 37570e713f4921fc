"""What engines tell each other, so that each holds its share of the partitions."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineAlive:
    """Subject `engines.alive`, twice a second: this engine lives, and holds so many partitions."""

    engine: StrictStr
    held: Annotated[int, Field(strict=True, ge=0)]
