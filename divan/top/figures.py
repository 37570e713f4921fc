"""What two looks come to: rates and quantiles of the time between them, and how things stand now."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from divan.top.looking import Look
from libs.events.nats.inspection import Size
from libs.events.stats import ServiceStats
from libs.events.streams import BOTS

WORK = {
    "rooms": "divan_rooms_command_seconds",
    "engine": "divan_command_seconds",
    "ai": "divan_bot_decision_seconds",
    "chat": "divan_chat_seconds",
}
"""By service the histogram of what it does, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceFigures:
    """One process. Seconds are seconds; what is None is not known, or not of that service.

    per_second  commands answered at an edge or decided in an engine, answers of bots, requests of talk
    cpu         share of one processor
    id          what `divan drain` calls it
    lag_p99     by how much the event loop is late
    """

    service: str
    id: str
    process: str
    version: str
    up: float
    ready: bool
    draining: bool
    faults: dict[str, str]
    per_second: float | None
    p50: float | None
    p99: float | None
    cpu: float | None
    rss: int
    lag_p99: float | None
    partitions: int | None
    rooms: int | None
    sockets: int | None
    questions: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFigures:
    """The queue of questions to bots: how many are not answered, and the age of the oldest in seconds."""

    queue: int
    oldest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """`rooms` by state, `seats` by who plays them; `unpublished` entries the public was not told of yet.

    `stored` are bytes of the streams on each NATS server; `stored_limit` what they may take, 0: unknown.
    """

    at: int
    services: tuple[ServiceFigures, ...]
    rooms: dict[str, int]
    seats: dict[str, int]
    bots: BotFigures
    unpublished: int
    stored: int
    stored_limit: int
    streams: dict[str, Size]

    @property
    def well(self) -> bool:
        """Whether somebody answers, and everybody who does is whole, or taken away by an operator."""
        return bool(self.services) and all(not each.faults or each.draining for each in self.services)


def figures(former: Look, now: Look) -> Figures:
    """What is shown of the time between two looks; a process that was not there before has no rates."""
    order = list(WORK)
    services = sorted(
        now.services.items(),
        key=lambda item: (order.index(item[0][0]) if item[0][0] in order else len(order), item[0]),
    )
    stats = tuple(now.services.values())
    questions = now.streams.get(BOTS.name, Size(messages=0, bytes=0))
    return Figures(
        at=now.at,
        services=tuple(_service(former.services.get(key), each) for key, each in services),
        rooms=_most(stats, "divan_rooms_by_state", "state"),
        seats=_most(stats, "divan_rooms_seats", "who"),
        bots=BotFigures(
            queue=questions.messages,
            oldest=0.0 if questions.oldest is None else max(0, now.at - questions.oldest) / 1000,
        ),
        unpublished=round(sum(value(each, "divan_publish_waiting") or 0 for each in stats)),
        stored=sum(each.bytes for each in now.streams.values()),
        stored_limit=round(
            max((value(each, "divan_jetstream_bytes_limit") or 0 for each in stats), default=0)
        ),
        streams=now.streams,
    )


def _service(former: ServiceStats | None, now: ServiceStats) -> ServiceFigures:
    work = WORK.get(now.service, "")
    seconds = 0.0 if former is None else (now.at - former.at) / 1000
    done = difference(former, now, f"{work}_count")
    spent = difference(former, now, "process_cpu_seconds_total")
    return ServiceFigures(
        service=now.service,
        id=now.id,
        process=f"{now.host}:{now.pid}",
        version=now.version,
        up=(now.at - now.started_at) / 1000,
        ready=now.ready,
        draining=now.draining,
        faults=now.faults,
        per_second=None if done is None or seconds <= 0 else done / seconds,
        p50=quantile(0.5, buckets(former, now, work)),
        p99=quantile(0.99, buckets(former, now, work)),
        cpu=None if spent is None or seconds <= 0 else spent / seconds,
        rss=_whole(now, "process_resident_memory_bytes") or 0,
        lag_p99=quantile(0.99, buckets(former, now, "divan_event_loop_lag_seconds")),
        partitions=_whole(now, "divan_partitions_held"),
        rooms=_whole(
            now, {"engine": "divan_rooms_at_hand", "chat": "divan_chat_rooms_at_hand"}.get(now.service)
        ),
        sockets=_whole(now, "divan_rooms_sockets"),
        questions=_whole(now, "divan_bot_questions_open"),
    )


def value(stats: ServiceStats, name: str) -> float | None:
    """A number without labels; None where that process has none of the name."""
    return next((sample.value for sample in stats.samples if sample.name == name), None)


def _whole(stats: ServiceStats, name: str | None) -> int | None:
    found = None if name is None else value(stats, name)
    return None if found is None else round(found)


def difference(former: ServiceStats | None, now: ServiceStats, name: str) -> float | None:
    """By how much a count has grown; None where there is no former one."""
    if former is None:
        return None
    # A metric with labels is not there before it has counted anything.
    return (value(now, name) or 0.0) - (value(former, name) or 0.0)


def buckets(former: ServiceStats | None, now: ServiceStats, histogram: str) -> list[tuple[float, float]]:
    """What came into a histogram between the two, cumulated: (upper bound, count), the bounds growing."""
    if former is None:
        return []
    before = _bounds(former, histogram)
    return sorted((bound, count - before.get(bound, 0.0)) for bound, count in _bounds(now, histogram).items())


def _bounds(stats: ServiceStats, histogram: str) -> dict[float, float]:
    name = f"{histogram}_bucket"
    return {float(sample.labels["le"]): sample.value for sample in stats.samples if sample.name == name}


def quantile(q: float, cumulated: list[tuple[float, float]]) -> float | None:
    """The value below which the share q lies, as Prometheus reckons it; None where nothing came."""
    if not cumulated or cumulated[-1][1] <= 0:
        return None
    rank = q * cumulated[-1][1]
    lower, below = 0.0, 0.0
    for bound, count in cumulated:
        if count >= rank and count > below:
            return lower if bound == inf else lower + (bound - lower) * (rank - below) / (count - below)
        lower, below = bound, count
    return lower


def _most(stats: Iterable[ServiceStats], name: str, label: str) -> dict[str, int]:
    """What each edge counts for all: the greatest count, since one that starts may not know all yet."""
    found: dict[str, int] = {}
    for each in stats:
        for sample in each.samples:
            if sample.name == name and label in sample.labels:
                which = sample.labels[label]
                found[which] = max(found.get(which, 0), round(sample.value))
    return found
