"""What Prometheus scrapes of an installation over half an hour, in promtool's words."""

from collections.abc import Mapping
from math import inf

from libs.runtime.metrics import SECONDS

EVERY = 30
"""Seconds between two scrapes."""

LOOK = 25
"""The minute at which is looked what fires."""

LATER = 1
"""Minutes that the series go on after it."""

BOUNDS = (*(bound for bound in SECONDS if bound == 0.02 or bound >= 0.25), inf)
"""Of the histograms, those that matter here."""

PROCESSES = ("rooms-1", "rooms-2", "engine-1", "engine-2", "ai-1", "ai-2", "chat-1")

ABSENT = "absent"
"""Instead of a value: the target is not there, or has nothing of that name yet."""

Part = tuple[float | str, float, float]
"""From what value, by how much it grows between two scrapes, for how many minutes."""

Series = Mapping[str, str]


def named(metric: str, process: str, **labels: str) -> str:
    service = process.partition("-")[0]
    said = {"job": "divan", "service": service, "instance": process} | labels
    return metric + "{" + ",".join(f'{name}="{value}"' for name, value in said.items()) + "}"


def over(*parts: Part) -> str:
    """Values in promtool's words: the parts in turn, the last of them up to the end."""
    words, left = [], round((LOOK + LATER) * 60 / EVERY)
    for at, (first, growth, minutes) in enumerate(parts):
        count = left if at == len(parts) - 1 else round(minutes * 60 / EVERY)
        left -= count
        if first == ABSENT:
            # Once stale, it is not looked back at.
            words.append("stale" if count == 1 else f"stale _x{count - 1}")
        else:
            words.append(f"{first}+{growth}x{count - 1}")
    return " ".join(words)


def always(value: float) -> str:
    return over((value, 0, 0))


def counting(growth: float) -> str:
    return over((0, growth, 0))


def lately(before: float | str, then: float, minutes: float, growth: float = 0) -> str:
    """One value until so many minutes before the look, and the other since."""
    return over((before, 0, LOOK - minutes), (then, growth, 0))


def for_a_while(usual: float, other: float, minutes: float) -> str:
    """Another value for so many minutes, up to the look; as usual again right after it."""
    return over((usual, 0, LOOK - minutes), (other, 0, minutes + EVERY / 60), (usual, 0, 0))


def times(
    metric: str, process: str, fast: str, slow: str = "", *, bar: float = 0.02, **labels: str
) -> dict[str, str]:
    """A histogram of which `fast` is within the bar; `slow` are all, those in the next bucket among them."""
    return {
        named(f"{metric}_bucket", process, le="+Inf" if bound == inf else str(bound), **labels): (
            fast if bound <= bar else slow or fast
        )
        for bound in BOUNDS
    }


def healthy() -> dict[str, str]:
    """Two of everything and one chat, in play."""
    found: dict[str, str] = {}
    for process in PROCESSES:
        found[named("up", process)] = always(1)
        found[named("divan_ready", process)] = always(1)
        for what in ("reconnects", "dropped", "refused"):
            found[named(f"divan_nats_{what}_total", process)] = always(0)
    found |= times("divan_event_loop_lag_seconds", "engine-1", counting(60))
    for engine in ("engine-1", "engine-2"):
        found[named("divan_partitions", engine)] = always(16)
        found[named("divan_partitions_held", engine)] = always(8)
        found[named("divan_publish_waiting", engine)] = always(3)
        found[named("divan_jetstream_bytes", engine)] = over((4e9, 1e5, 0))
        found[named("divan_jetstream_bytes_limit", engine)] = always(20e9)
        for stream in ("GAMES_0", "BOTS"):
            found[named("divan_stream_replicas", engine, stream=stream)] = always(3)
            found[named("divan_stream_replicas_whole", engine, stream=stream)] = always(3)
        found[named("divan_stream_fill_ratio", engine, stream="BOTS")] = always(0.01)
        for what in ("commands_set_aside", "engine_overflows", "unpublished", "fence_conflicts"):
            found[named(f"divan_{what}_total", engine)] = always(0)
        found[named("divan_commands_total", engine, outcome="accepted", code="")] = counting(100)
        found[named("divan_commands_total", engine, outcome="rejected", code="stale")] = counting(1)
    for edge in ("rooms-1", "rooms-2"):
        found[named("divan_rooms_commands_total", edge, outcome="accepted")] = counting(100)
        found[named("divan_rooms_tasks_failed_total", edge)] = always(0)
    for metric in ("divan_append_seconds", "divan_lapse_late_seconds"):
        found |= times(metric, "engine-1", counting(100))
    for metric in ("divan_rooms_command_seconds", "divan_rooms_view_seconds"):
        found |= times(metric, "rooms-1", counting(100), game="fetih")
    for worker in ("ai-1", "ai-2"):
        found[named("divan_bot_queue_oldest_seconds", worker)] = always(2)
        found[named("divan_bot_questions_failed_total", worker)] = always(0)
        found[named("divan_bot_decisions_total", worker, outcome="accepted")] = counting(100)
    found[named("divan_chat_overflowed_total", "chat-1")] = always(0)
    return found


def everything(values: str) -> dict[str, str]:
    return dict.fromkeys(healthy(), values)


def traffic(values: str) -> dict[str, str]:
    """All that grows while people play."""
    return {name: values for name, usual in healthy().items() if not usual.partition("+")[2].startswith("0")}


def troubles(values: str) -> dict[str, str]:
    """All that is counted and should not be."""
    return {name: values for name, usual in healthy().items() if "_total" in name and usual == always(0)}


def gone(process: str, minutes: float) -> dict[str, str]:
    """A process that is not scraped any more, and whose target is gone with it."""
    return {name: over(*_until(usual, minutes)) for name, usual in healthy().items() if process in name}


def down(process: str, minutes: float) -> dict[str, str]:
    """A process that does not answer: its target stays."""
    return gone(process, minutes) | {named("up", process): lately(1, 0, minutes)}


def _until(usual: str, minutes: float) -> tuple[Part, Part]:
    first, _, rest = usual.partition("+")
    return (float(first), float(rest.partition("x")[0]), LOOK - minutes), (ABSENT, 0, 0)
