"""How long clients may wait at most for an answer, by what is done to the processes (issue 7)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.chaos.faults import ROLLING
from tests.chaos.stalls import Fault, Stalls, Waited, stalls


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Seconds, of the longest wait of each room at each fault of these kinds; None: no bar."""

    name: str
    kinds: tuple[str, ...]
    p99: float | None = None
    worst: float | None = None


BARS = (
    Bar(name="rolling restart", kinds=ROLLING, p99=2.0),
    Bar(
        name="an engine killed",
        kinds=(
            "engine killed",
            "engine killed between append and answer",
            "engine killed, snapshots lost",
        ),
        p99=3.0,
        worst=5.0,
    ),
    Bar(name="NATS killed", kinds=("NATS killed",), worst=5.0),
    # The other two agree on a new leader four to nine seconds after the last word of the former: nats-server
    # has no setting for it.
    Bar(
        name="one of three NATS servers killed",
        kinds=("a NATS server that leads killed", "another NATS server killed"),
        worst=12.0,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What was measured against a bar."""

    bar: Bar
    found: Stalls

    @property
    def is_kept(self) -> bool:
        return not (
            (self.bar.p99 is not None and self.found.p99 > self.bar.p99)
            or (self.bar.worst is not None and self.found.worst > self.bar.worst)
        )


def held(faults: Sequence[Fault], waits: Sequence[Waited]) -> list[Held]:
    """Each bar whose faults occurred, and what was measured."""
    found = []
    for bar in BARS:
        as_one = [replace(fault, kind=bar.name) if fault.kind in bar.kinds else fault for fault in faults]
        found += [Held(bar=bar, found=each) for each in stalls(as_one, waits) if each.kind == bar.name]
    return found
