"""What services tell operators of themselves."""

from dataclasses import dataclass

from pydantic import StrictBool, StrictFloat, StrictInt, StrictStr


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A number as it stands: of a counter or gauge, or a bucket, sum or count of a histogram.

    It is the sum over all labels but those that are named: `le`, `state`, `who`.
    """

    name: StrictStr
    labels: dict[StrictStr, StrictStr]
    value: StrictFloat


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceStats:
    """Subject `stats.told`: a process's answer to the question on `stats.ask`, its numbers as they stand.

    `faults` says by check why it is not ready; times are in Unix milliseconds.
    `id` is what `drain.<id>` names, `held` what it would have to give up then: the partitions of an engine,
    the sockets of a `rooms`, the questions that an `ai` works on, the messages that wait at a `chat`.
    """

    service: StrictStr
    host: StrictStr
    pid: StrictInt
    version: StrictStr
    started_at: StrictInt
    at: StrictInt
    ready: StrictBool
    faults: dict[StrictStr, StrictStr]
    samples: tuple[Sample, ...]
    id: StrictStr = ""
    draining: StrictBool = False
    held: StrictInt | None = None
