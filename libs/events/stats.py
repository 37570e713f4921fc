"""What services tell operators of themselves."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr

LONGEST = 500
"""Characters of a text that are shown of it."""


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:LONGEST])


Line = Annotated[StrictStr, AfterValidator(_one_line)]
"""A text that a terminal only shows: no process may write elsewhere on an operator's than in its place."""

Figure = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e18, le=1e18)]
"""A number that can be reckoned with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A number as it stands: of a counter or gauge, or a bucket, sum or count of a histogram.

    It is the sum over all labels but those that are named: `le`, `state`, `who`.
    """

    name: Line
    labels: dict[Line, Line]
    value: Figure

    def __post_init__(self) -> None:
        """Raises ValueError for a bucket without its bound."""
        if self.name.endswith("_bucket"):
            float(self.labels.get("le", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceStats:
    """Subject `stats.told`: a process's answer to the question on `stats.ask`, its numbers as they stand.

    `faults` says by check what is amiss: why it is not ready, or what it cannot do though it is.
    Times are in Unix milliseconds.
    `id` is what `drain.<id>` names, `held` what it would have to give up then: the partitions of an engine,
    the sockets of a `rooms`, the questions that an `ai` works on, the messages that wait at a `chat`.
    """

    service: Line
    host: Line
    pid: StrictInt
    version: Line
    started_at: StrictInt
    at: StrictInt
    ready: StrictBool
    faults: dict[Line, Line]
    samples: tuple[Sample, ...]
    id: Line = ""
    draining: StrictBool = False
    held: StrictInt | None = None
