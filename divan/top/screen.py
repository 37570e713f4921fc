"""The figures as tables for a terminal."""

from collections.abc import Iterator
from datetime import UTC, datetime

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from divan.top.figures import Figures, ServiceFigures

UNKNOWN = "-"


def screen(figures: Figures) -> RenderableType:
    """Services, then rooms and queues, then streams."""
    return Group(_services(figures), Text(), _rooms(figures), Text(), _streams(figures))


def _services(figures: Figures) -> RenderableType:
    if not figures.services:
        return Text("No service answers.", style="bold red")
    time = f"{datetime.fromtimestamp(figures.at / 1000, UTC):%H:%M:%S} UTC"
    # Without lines between the columns it fits into eighty characters.
    table = Table(title=f"Services, {time}", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("service", no_wrap=True)
    table.add_column("process", overflow="fold", min_width=8)
    table.add_column("state", no_wrap=True)
    table.add_column("up", justify="right", no_wrap=True)
    table.add_column("holds", min_width=13)
    for column in ("per s", "p50 ms", "p99 ms", "cpu", "rss", "lag ms"):
        table.add_column(column, justify="right", overflow="fold")
    for each in figures.services:
        table.add_row(
            each.service,
            each.process,
            Text("ready", style="green") if each.ready else Text("NOT", style="bold red"),
            duration(each.up),
            _holds(each),
            UNKNOWN if each.per_second is None else f"{each.per_second:.1f}",
            milliseconds(each.p50),
            milliseconds(each.p99),
            UNKNOWN if each.cpu is None else f"{each.cpu:.0%}",
            size(each.rss),
            milliseconds(each.lag_p99),
        )
    return Group(table, *_faults(figures))


def _faults(figures: Figures) -> Iterator[Text]:
    for each in figures.services:
        for name, fault in each.faults.items():
            yield Text(f"{each.service} {each.process} is not ready. {name}: {fault}", style="bold red")


def _holds(each: ServiceFigures) -> str:
    held = (
        (each.partitions, "partitions"),
        (each.rooms, "rooms"),
        (each.sockets, "sockets"),
        (each.questions, "questions"),
    )
    return ", ".join(f"{count} {what}" for count, what in held if count is not None)


def _rooms(figures: Figures) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    states = ", ".join(f"{count} {state}" for state, count in figures.rooms.items())
    seats = ", ".join(f"{count} of {who}s" for who, count in figures.seats.items())
    table.add_row("rooms", states or UNKNOWN)
    table.add_row("seats", seats or UNKNOWN)
    table.add_row(
        "bots' queue", f"{figures.bots.queue} questions, the oldest {figures.bots.oldest:.1f} s old"
    )
    table.add_row("public stream", f"{figures.unpublished} entries to be told of")
    return table


def _streams(figures: Figures) -> RenderableType:
    table = Table(title="Streams", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("stream")
    table.add_column("messages", justify="right")
    table.add_column("size", justify="right")
    for name, each in sorted(figures.streams.items()):
        table.add_row(name, f"{each.messages:,}", size(each.bytes))
    return table


def milliseconds(seconds: float | None) -> str:
    return UNKNOWN if seconds is None else f"{seconds * 1000:.1f}"


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
