"""What docs/metrics.md and the dashboard say, held against what a running installation shows."""

import json
import re
from collections.abc import AsyncIterator, Collection, Iterator
from pathlib import Path

from tests.sight.prometheus import SHIPPED, Prometheus

METRICS = Path(__file__).parents[2] / "docs" / "metrics.md"

MOST_SERIES = 3000
"""Of one process: each game has its histograms, and no room and no person has any."""

SCRAPED = frozenset({"__name__", "job", "instance", "service", "le"})
"""Labels that are not the metric's own."""

_ROW = re.compile(r"^\| `(divan_\w+)` \| (\w+) \| (.*?) \| ", re.M)


def documented() -> dict[str, dict[str, frozenset[str]]]:
    """By service the metrics with their labels; those of every service are each one's."""
    sections = METRICS.read_text().split("\n## ")[1:]
    found = {
        section.partition("\n")[0]: {
            name: frozenset(re.findall(r"`(\w+)`", labels)) for name, _, labels in _ROW.findall(section)
        }
        for section in sections
    }
    everywhere = found.pop("Every service")
    return {service: metrics | everywhere for service, metrics in found.items()}


async def differences(prometheus: Prometheus, rooms: Collection[str]) -> list[str]:
    """Where the running processes differ from the document, or a label tells more than it may."""
    return [
        *[text async for text in _families(prometheus)],
        *[text async for text in _series(prometheus, rooms)],
    ]


async def _families(prometheus: Prometheus) -> AsyncIterator[str]:
    for service, metrics in documented().items():
        said = await prometheus.ask("targets/metadata", match_target=f'{{service="{service}"}}')
        shown = {each["metric"] for each in said if each["metric"].startswith("divan_")}
        for name in sorted(set(metrics) - shown):
            yield f"{service}: {name} is documented and not there"
        for name in sorted(shown - set(metrics)):
            yield f"{service}: {name} is there and not documented"


async def _series(prometheus: Prometheus, rooms: Collection[str]) -> AsyncIterator[str]:
    labels = {name: own for metrics in documented().values() for name, own in metrics.items()}
    counts: dict[str, int] = {}
    for series in await prometheus.ask("series", **{"match[]": '{__name__=~"divan_.+",job="divan"}'}):
        name = re.sub(r"_(bucket|sum|count)$", "", series["__name__"])
        own = labels.get(series["__name__"], labels.get(name))
        # A label without a value is none to Prometheus.
        if own is None or not series.keys() - SCRAPED <= own:
            yield f"{series['__name__']}: labels are {sorted(series.keys() - SCRAPED)}"
        counts[series["instance"]] = counts.get(series["instance"], 0) + 1
        for label in series.keys() - SCRAPED:
            if any(room in series[label] for room in rooms):
                yield f"{series['__name__']}: {label} names the room {series[label]}"
    for instance, count in counts.items():
        if count > MOST_SERIES:
            yield f"{instance}: {count} series"


def panels() -> Iterator[tuple[str, str]]:
    """Title and expression of every line of the dashboard."""
    for panel in json.loads((SHIPPED / "dashboard.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]


async def empty_panels(prometheus: Prometheus) -> list[str]:
    """Lines of the dashboard that show nothing."""
    return [
        f"{title}: {expression} shows nothing"
        for title, expression in panels()
        if not await prometheus.query(expression)
    ]
