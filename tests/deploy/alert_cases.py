"""For each alert, series that must make it fire, and those just beside them that must not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tests.deploy.alert_series import (
    ABSENT,
    EVERY,
    LOOK,
    PROCESSES,
    Series,
    always,
    counting,
    down,
    everything,
    for_a_while,
    gone,
    healthy,
    lately,
    named,
    over,
    times,
    traffic,
    troubles,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What Prometheus scrapes, but for what all is like where nothing is amiss, and what comes of it.

    alert   the one that this is about
    fires   whether it does
    series  the difference from `healthy()`
    also    what fires beside it
    of      labels that the alert has besides its severity
    value   what its summary says of its value
    """

    alert: str
    that: str
    fires: bool
    series: Series
    also: frozenset[str] = frozenset()
    of: Mapping[str, str] = field(default_factory=dict)
    value: str = ""

    @property
    def firing(self) -> frozenset[str]:
        return self.also | ({self.alert} if self.fires else set())


HISTOGRAMS = {
    "DivanCommandsSlow": ("divan_rooms_command_seconds", "rooms-1", 1.0),
    "DivanViewsSlow": ("divan_rooms_view_seconds", "rooms-1", 2.0),
    "DivanAppendsSlow": ("divan_append_seconds", "engine-1", 0.5),
    "DivanLapsesLate": ("divan_lapse_late_seconds", "engine-1", 5.0),
    "DivanEventLoopLags": ("divan_event_loop_lag_seconds", "engine-1", 0.25),
}
"""Alerts about p99: of what, where, and above how many seconds."""

COUNTS = {
    "DivanOutcomeUnknown": named("divan_rooms_commands_total", "rooms-1", outcome="outcome_unknown"),
    "DivanLogBroken": named("divan_commands_total", "engine-1", outcome="rejected", code="log_broken"),
    "DivanCommandsSetAside": named("divan_commands_set_aside_total", "engine-1"),
    "DivanTasksFailed": named("divan_rooms_tasks_failed_total", "rooms-1"),
    "DivanPublicStreamGaps": named("divan_unpublished_total", "engine-1"),
}
"""Alerts that one occurrence is enough for."""

FLOODS = {
    "DivanEngineOverflows": (named("divan_engine_overflows_total", "engine-1"), {}),
    "DivanNatsDropped": (
        named("divan_nats_dropped_total", "rooms-1"),
        {"service": "rooms", "instance": "rooms-1"},
    ),
    "DivanChatOverflows": (named("divan_chat_overflowed_total", "chat-1"), {}),
}
"""Alerts about what is turned away, with their labels."""


def cases() -> Iterator[Case]:
    yield from _of_processes()
    yield from _of_partitions()
    yield from _of_counts()
    yield from _of_times()
    yield from _of_bots()
    yield from _of_nats()


def _of_processes() -> Iterator[Case]:
    held = named("divan_partitions_held", "engine-1")
    of = {"job": "divan", "service": "engine", "instance": "engine-2"}
    yield Case(
        alert="DivanTargetDown",
        that="an engine does not answer, and the other has all partitions",
        fires=True,
        series=down("engine-2", 2) | {held: lately(8, 16, 1.5)},
        of=of,
    )
    yield Case(
        alert="DivanTargetDown",
        that="an engine did not answer for half a minute",
        fires=False,
        series={named("up", "engine-2"): for_a_while(1, 0, 0.5)},
    )
    yield Case(
        alert="DivanServiceMissing",
        that="the only chat has no target any more",
        fires=True,
        series=gone("chat-1", 2),
        of={"job": "divan", "service": "chat"},
    )
    yield Case(
        alert="DivanServiceMissing",
        that="one of two ai has no target any more",
        fires=False,
        series=gone("ai-1", 10),
    )
    yield Case(
        alert="DivanNotReady",
        that="an edge lives and is not ready",
        fires=True,
        series={named("divan_ready", "rooms-2"): lately(1, 0, 2)},
        of={"job": "divan", "service": "rooms", "instance": "rooms-2"},
    )
    yield Case(
        alert="DivanNotReady",
        that="everything was started half a minute ago, and is not ready yet",
        fires=False,
        series=everything(lately(ABSENT, 0, 0.5))
        | {named("up", process): lately(ABSENT, 1, 0.5) for process in PROCESSES}
        | {named("divan_partitions", engine): lately(ABSENT, 16, 0.5) for engine in ("engine-1", "engine-2")},
    )


def _of_partitions() -> Iterator[Case]:
    first, second = (named("divan_partitions_held", engine) for engine in ("engine-1", "engine-2"))
    yield Case(
        alert="DivanPartitionsUnheld",
        that="an engine lost its partitions and the other does not take them",
        fires=True,
        series={second: lately(8, 0, 1)},
    )
    yield Case(
        alert="DivanPartitionsUnheld",
        that="no engine answers",
        fires=True,
        series=down("engine-1", 2) | down("engine-2", 2),
        also=frozenset({"DivanTargetDown"}),
    )
    yield Case(
        alert="DivanPartitionsUnheld",
        that="no engine is there",
        fires=True,
        series=gone("engine-1", 2) | gone("engine-2", 2),
        also=frozenset({"DivanServiceMissing"}),
    )
    yield Case(
        alert="DivanPartitionsUnheld",
        that="partitions go over from one engine to the other",
        fires=False,
        series={second: for_a_while(8, 0, 0.5)},
    )
    yield Case(
        alert="DivanPartitionsUnheld",
        that="an engine was drained, and the other has all",
        fires=False,
        series={second: lately(8, 0, 5), first: lately(8, 16, 5)},
    )
    yield Case(
        alert="DivanEngineIdle",
        that="an engine is drained and goes on",
        fires=True,
        series={second: lately(8, 0, 20), first: lately(8, 16, 20)},
    )
    yield Case(
        alert="DivanEngineIdle",
        that="an engine was drained ten minutes ago",
        fires=False,
        series={second: lately(8, 0, 10), first: lately(8, 16, 10)},
    )
    waiting = named("divan_publish_waiting", "engine-1")
    yield Case(
        alert="DivanPublicStreamLags",
        that="the public is not told for six minutes",
        fires=True,
        series={waiting: lately(3, 1500, 6)},
    )
    yield Case(
        alert="DivanPublicStreamLags",
        that="many entries came at once",
        fires=False,
        series={waiting: for_a_while(3, 1500, 4)},
    )
    conflicts = named("divan_fence_conflicts_total", "engine-1")
    yield Case(
        alert="DivanFenceConflicts",
        that="engines fight on",
        fires=True,
        series={conflicts: lately(0, 0, 11, growth=2 * EVERY)},
    )
    yield Case(
        alert="DivanFenceConflicts",
        that="a zombie woke",
        fires=False,
        series={conflicts: lately(0, 200, 2)},
    )


def _of_counts() -> Iterator[Case]:
    for alert, count in COUNTS.items():
        yield Case(alert=alert, that="it was counted once more", fires=True, series={count: lately(7, 8, 2)})
        yield Case(
            alert=alert, that="the first there ever was", fires=True, series={count: lately(ABSENT, 1, 2)}
        )
        yield Case(alert=alert, that="that was long ago", fires=False, series={count: lately(6, 7, 20)})
        yield Case(
            alert=alert,
            that="the process was started anew since",
            fires=False,
            series={count: over((6, 0, 1), (7, 0, 20), (ABSENT, 0, 0.5), (0, 0, 0))},
        )
    for alert, (count, of) in FLOODS.items():
        yield Case(
            alert=alert,
            that="it goes on for two minutes",
            fires=True,
            series={count: lately(0, 5, 2, growth=5)},
            of=of,
        )
        yield Case(alert=alert, that="that was long ago", fires=False, series={count: lately(0, 500, 10)})


def _of_times() -> Iterator[Case]:
    for alert, (metric, process, bar) in HISTOGRAMS.items():
        labels = {"game": "fetih"} if metric.startswith("divan_rooms") else {}
        whose = {}
        if alert == "DivanEventLoopLags":
            whose = {"service": "engine", "instance": "engine-1"}
        for slow, fires in ((4, True), (1, False)):
            yield Case(
                alert=alert,
                that=f"{slow} of two hundred take longer",
                fires=fires,
                series=times(metric, process, counting(200 - slow), counting(200), bar=bar, **labels),
                of=whose,
            )
        yield Case(
            alert=alert,
            that="everybody was held up for one minute",
            fires=False,
            series=times(
                metric,
                process,
                over((0, 100, LOOK - 6), (3800, 0, 1), (3800, 100, 0)),
                over((0, 100, LOOK - 6), (3800, 100, 1), (4000, 100, 0)),
                bar=bar,
                **labels,
            ),
        )


def _of_bots() -> Iterator[Case]:
    oldest = named("divan_bot_queue_oldest_seconds", "ai-1")
    yield Case(
        alert="DivanBotsLag",
        that="questions wait for half a minute",
        fires=True,
        series={oldest: lately(2, 30, 2)},
        value="30s",
    )
    yield Case(
        alert="DivanBotsLag",
        that="they wait for eight seconds",
        fires=False,
        series={oldest: lately(2, 8, 9)},
    )
    yield Case(
        alert="DivanBotsLag",
        that="a worker was killed, and its questions came again",
        fires=False,
        series={oldest: for_a_while(2, 30, 0.5)},
    )
    late, other = (
        named("divan_bot_decisions_total", worker, outcome="late", kind="sharp")
        for worker in ("ai-1", "ai-2")
    )
    for growth, fires in ((5, True), (1, False)):
        yield Case(
            alert="DivanBotsFail",
            that=f"of two hundred answers {growth} are late",
            fires=fires,
            series={late: counting(growth)},
        )
    yield Case(
        alert="DivanBotsFail",
        that="a bug leaves every question unanswered",
        fires=True,
        series={name: always(50) for name in healthy() if "divan_bot_decisions_total" in name}
        | {named("divan_bot_questions_failed_total", "ai-1"): lately(0, 1, 21, growth=1)},
    )
    yield Case(
        alert="DivanBotsFail",
        that="the only answer of a quiet hour was late",
        fires=False,
        series={name: always(50) for name in healthy() if "divan_bot_decisions_total" in name}
        | {late: lately(3, 4, 9), other: always(0)},
    )


def _of_nats() -> Iterator[Case]:
    refused = named("divan_nats_refused_total", "engine-1")
    of = {"service": "engine", "instance": "engine-1"}
    yield Case(
        alert="DivanNatsRefused",
        that="a new engine was refused its subject before it was scraped first",
        fires=True,
        series={refused: lately(ABSENT, 1, 20)},
        of=of,
    )
    yield Case(
        alert="DivanNatsRefused",
        that="it was started anew with the rights that it needs",
        fires=False,
        series={refused: over((1, 0, LOOK - 2), (0, 0, 0))},
    )
    reconnects = {named("divan_nats_reconnects_total", process): process for process in PROCESSES}
    yield Case(
        alert="DivanNatsReconnects",
        that="an engine loses NATS every other minute",
        fires=True,
        series={named("divan_nats_reconnects_total", "engine-1"): over((0, 0, 15), (1, 0.25, 0))},
        of=of,
    )
    yield Case(
        alert="DivanNatsReconnects",
        that="NATS was started anew twice",
        fires=False,
        series=dict.fromkeys(reconnects, over((0, 0, 13), (1, 0, 5), (2, 0, 0))),
    )


QUIET: dict[str, Series] = {
    "two of everything are in play": {},
    "nobody plays": traffic(always(12)),
    "nobody has played yet": traffic(over((ABSENT, 0, 0))),
    "everything was started anew, and counts from zero": (
        traffic(over((5000, 100, 15), (0, 100, 0))) | troubles(over((5, 0, 15), (0, 0, 0)))
    ),
}
"""What no alert has anything to say of."""
