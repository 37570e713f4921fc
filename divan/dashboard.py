"""The Grafana dashboard, as a table of panels: deploy/observability/dashboard.json is made of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

WIDTH = 24
"""Columns of a dashboard; a panel takes as many as its row leaves it."""

HEIGHT = 8

SOURCE = {"type": "prometheus", "uid": "${source}"}

Unit = Literal["short", "s", "ops", "bytes", "percentunit"]


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines over time: of each query the expression, and how its lines are named."""

    title: str
    unit: Unit
    queries: tuple[tuple[str, str], ...]


def quantiles(histogram: str, by: str = "") -> tuple[tuple[str, str], ...]:
    """p50 and p99 of a histogram, altogether or for each value of a label."""
    labels, name = (f"le, {by}", f" {{{{{by}}}}}") if by else ("le", "")
    return tuple(
        (f"histogram_quantile({q}, sum by ({labels}) (rate({histogram}_bucket[5m])))", f"p{q[2:]}{name}")
        for q in ("0.50", "0.99")
    )


def rates(counter: str, by: str) -> tuple[tuple[str, str], ...]:
    """What a counter grows by in a second, for each value of a label."""
    return ((f"sum by ({by}) (rate({counter}[5m]))", f"{{{{{by}}}}}"),)


ROWS: tuple[tuple[str, tuple[Panel, ...]], ...] = (
    (
        "Players",
        (
            Panel("Commands by game", "ops", rates("divan_rooms_commands_total", "game")),
            Panel("Commands by outcome", "ops", rates("divan_rooms_commands_total", "outcome")),
            Panel("Command to answer", "s", quantiles("divan_rooms_command_seconds")),
            Panel("Command to view", "s", quantiles("divan_rooms_view_seconds")),
        ),
    ),
    (
        "Rooms",
        (
            Panel("Rooms", "short", (("max by (state) (divan_rooms_by_state)", "{{state}}"),)),
            Panel("Seats", "short", (("max by (who) (divan_rooms_seats)", "{{who}}"),)),
            Panel("Sockets", "short", (("sum by (instance) (divan_rooms_sockets)", "{{instance}}"),)),
            Panel("Sockets opened", "ops", rates("divan_rooms_sockets_opened_total", "how")),
        ),
    ),
    (
        "Engine",
        (
            Panel("Receipt to views", "s", quantiles("divan_command_seconds")),
            Panel("Append", "s", quantiles("divan_append_seconds")),
            Panel("Deciding, by game", "s", quantiles("divan_decide_seconds", "game")),
            Panel("Commands by origin", "ops", rates("divan_commands_total", "origin")),
        ),
    ),
    (
        "Engine: what is held",
        (
            Panel("Partitions", "short", (("divan_partitions_held", "{{instance}}"),)),
            Panel("Rooms at hand", "short", (("divan_rooms_at_hand", "{{instance}}"),)),
            Panel("Rooms loaded", "ops", rates("divan_room_loads_total", "start")),
            Panel("Lapses late by", "s", quantiles("divan_lapse_late_seconds")),
        ),
    ),
    (
        "Bots and talk",
        (
            Panel("Questions by outcome", "ops", rates("divan_bot_decisions_total", "outcome")),
            Panel("Thinking, by game", "s", quantiles("divan_bot_decision_seconds", "game")),
            Panel(
                "Queue",
                "short",
                (
                    ("max(divan_bot_queue)", "questions"),
                    ("max(divan_bot_queue_oldest_seconds)", "age of the oldest in seconds"),
                ),
            ),
            Panel(
                "Talk",
                "ops",
                (
                    ("sum(rate(divan_chat_said_total[5m]))", "said"),
                    *rates("divan_chat_refused_total", "code"),
                ),
            ),
        ),
    ),
    (
        "Processes",
        (
            Panel("Ready", "short", (("divan_ready", "{{service}} {{instance}}"),)),
            Panel(
                "Memory",
                "bytes",
                (('process_resident_memory_bytes{job="divan"}', "{{service}} {{instance}}"),),
            ),
            Panel(
                "Processor",
                "percentunit",
                (('rate(process_cpu_seconds_total{job="divan"}[5m])', "{{service}} {{instance}}"),),
            ),
            Panel("Event loop late by", "s", quantiles("divan_event_loop_lag_seconds", "service")),
        ),
    ),
    (
        "NATS and the public stream",
        (
            Panel("Reconnects", "ops", rates("divan_nats_reconnects_total", "service")),
            Panel("Dropped", "ops", rates("divan_nats_dropped_total", "service")),
            Panel("Fence conflicts", "ops", (("sum(rate(divan_fence_conflicts_total[5m]))", "conflicts"),)),
            Panel("Not told to analysts", "short", (("sum(divan_publish_waiting)", "entries"),)),
        ),
    ),
    (
        "NATS: disk and servers",
        (
            Panel(
                "Disk of each server",
                "bytes",
                (
                    ("max(divan_jetstream_bytes)", "taken"),
                    ("max(divan_jetstream_bytes_limit)", "limit; 0: not known"),
                ),
            ),
            Panel(
                "Bounds reached",
                "percentunit",
                (("max by (stream) (divan_stream_fill_ratio)", "{{stream}}"),),
            ),
            Panel(
                "Servers with all of a stream",
                "short",
                (("max by (stream) (divan_stream_replicas_whole)", "{{stream}}"),),
            ),
        ),
    ),
)


def document() -> dict[str, Any]:
    """The dashboard in Grafana's form; its data source is chosen when it is opened."""
    return {
        "title": "Divan",
        "uid": "divan",
        "tags": ["divan"],
        "schemaVersion": 39,
        "refresh": "15s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {
            "list": [{"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}]
        },
        "panels": list(_panels()),
    }


def _panels() -> Iterator[dict[str, Any]]:
    number, top = 0, 0
    for title, panels in ROWS:
        number += 1
        place = {"h": 1, "w": WIDTH, "x": 0, "y": top}
        yield {
            "id": number,
            "type": "row",
            "title": title,
            "gridPos": place,
            "collapsed": False,
            "panels": [],
        }
        width = WIDTH // len(panels)
        for at, panel in enumerate(panels):
            number += 1
            place = {"h": HEIGHT, "w": width, "x": at * width, "y": top + 1}
            yield _panel(panel, number, place)
        top += 1 + HEIGHT


def _panel(panel: Panel, number: int, place: dict[str, int]) -> dict[str, Any]:
    return {
        "id": number,
        "type": "timeseries",
        "title": panel.title,
        "datasource": SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": {"tooltip": {"mode": "multi"}, "legend": {"displayMode": "list", "placement": "bottom"}},
        "targets": [
            {"refId": chr(ord("A") + at), "datasource": SOURCE, "expr": expression, "legendFormat": legend}
            for at, (expression, legend) in enumerate(panel.queries)
        ],
    }
