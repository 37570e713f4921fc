"""The figures as tables for a terminal."""

from collections.abc import Iterator
from datetime import UTC, datetime

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from divan.top.figures import Figures, ServiceFigures
from libs.events.standing import Standing

UNKNOWN = "-"

WIDE = 100
"""Columns of a terminal in which the table of services has more than one space between two of its own."""


def screen(figures: Figures, width: int) -> RenderableType:
    """Services, then rooms and queues, then streams; every column is seen in a terminal of eighty."""
    return Group(_services(figures, width), Text(), _rooms(figures), Text(), _streams(figures))


def _services(figures: Figures, width: int) -> RenderableType:
    if not figures.services:
        return Text("No service answers.", style="bold red")
    narrow = width < WIDE
    time = f"{datetime.fromtimestamp(figures.at / 1000, UTC):%H:%M:%S} UTC"
    table = Table(
        title=f"Services, {time}",
        title_justify="left",
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 0 if narrow else 1),
    )
    table.add_column("service", no_wrap=True)
    table.add_column("process", overflow="fold", max_width=8 if narrow else None)
    table.add_column("state", no_wrap=True)
    table.add_column("up", justify="right", no_wrap=True)
    table.add_column("holds", min_width=13)
    for column in ("per s", "p50 ms", "p99 ms", "cpu"):
        table.add_column(column, justify="right", max_width=5 if narrow else None)
    table.add_column("rss", justify="right", no_wrap=True)
    table.add_column("lag ms", justify="right", max_width=5 if narrow else None)
    for each in figures.services:
        table.add_row(
            Text(each.service),
            Text(each.process),
            _state(each),
            duration(each.up),
            _holds(each),
            short(each.per_second),
            milliseconds(each.p50),
            milliseconds(each.p99),
            UNKNOWN if each.cpu is None else f"{each.cpu:.0%}",
            size(each.rss),
            milliseconds(each.lag_p99),
        )
    return Group(table, *_faults(figures))


def _state(each: ServiceFigures) -> Text:
    if each.draining:
        return Text("drains", style="yellow")
    if not each.ready:
        return Text("NOT", style="bold red")
    return Text("partly", style="bold red") if each.faults else Text("ready", style="green")


def _faults(figures: Figures) -> Iterator[Text]:
    for each in figures.services:
        for name, fault in each.faults.items():
            if name != "draining":
                state = "is ready, but not whole" if each.ready else "is not ready"
                yield Text(f"{each.service} {each.process} {state}. {name}: {fault}", style="bold red")


def _holds(each: ServiceFigures) -> str:
    held = (
        (each.partitions, "partition"),
        (each.rooms, "room"),
        (each.sockets, "socket"),
        (each.questions, "question"),
    )
    return ", ".join(_counted(count, what) for count, what in held if count is not None)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _rooms(figures: Figures) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    states = ", ".join(f"{count} {state}" for state, count in figures.rooms.items())
    seats = ", ".join(f"{count} of {who}s" for who, count in figures.seats.items())
    table.add_row("rooms", states or UNKNOWN)
    table.add_row("seats", seats or UNKNOWN)
    table.add_row(
        "bots' queue",
        f"{_counted(figures.bots.queue, 'question')}, the oldest {figures.bots.oldest:.1f} s old",
    )
    table.add_row("public stream", f"entries to be told of: {figures.unpublished}")
    most = f" of {size(figures.stored_limit)}" if figures.stored_limit else ""
    table.add_row("disk of NATS", f"{size(figures.stored)}{most} on each server")
    return table


def _streams(figures: Figures) -> RenderableType:
    table = Table(title="Streams", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("stream")
    table.add_column("messages", justify="right")
    table.add_column("size", justify="right")
    table.add_column("full", justify="right")
    table.add_column("servers")
    for name, each in sorted(figures.streams.items()):
        full = "" if each.standing.fill is None else f"{each.standing.fill:.0%}"
        table.add_row(name, f"{each.messages:,}", size(each.bytes), full, _servers(each.standing))
    return table


def _servers(standing: Standing) -> Text:
    if not standing.whole:
        return Text("NO LEADER", style="bold red")
    style = "" if standing.whole == standing.replicas else "yellow" if standing.is_written else "bold red"
    return Text(f"{standing.whole} of {standing.replicas}", style=style)


def short(number: float | None) -> str:
    """Five characters at most, below a hundred thousand."""
    return UNKNOWN if number is None else f"{number:.{1 if number < 99.95 else 0}f}"


def milliseconds(seconds: float | None) -> str:
    return short(None if seconds is None else seconds * 1000)


def size(bytes: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if bytes < 1024:
            return f"{bytes:.0f} {unit}"
        bytes /= 1024
    return f"{bytes:.1f} GiB"


def duration(seconds: float) -> str:
    """The two largest units: 3d 4h, 5m 6s."""
    whole = max(0, round(seconds))
    parts = [("d", whole // 86400), ("h", whole // 3600 % 24), ("m", whole // 60 % 60), ("s", whole % 60)]
    first = next((at for at, (_, count) in enumerate(parts) if count), len(parts) - 1)
    return " ".join(f"{count}{unit}" for unit, count in parts[first : first + 2])
