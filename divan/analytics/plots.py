"""Answers as pictures. The same answer gives the same PNG, byte by byte, with the same matplotlib."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from divan.analytics.querying import Answer, Query
from divan.exits import Exit, Trouble

INK, SOFT, FAIR = "#1f4e5f", "#8aa6ae", "#c2571a"
DOTS_PER_INCH = 110


def draw(query: Query, answer: Answer, path: Path) -> None:
    """Write the picture. Raises Trouble where the query makes none, or the answer has not its columns."""
    kind = PLOTS.get(query.plot or "")
    if kind is None:
        raise Trouble(f"{query.name} has no plot; its head can name one: {', '.join(PLOTS)}.", Exit.USAGE)
    if not answer.rows:
        raise Trouble(f"{query.name} gives no rows: there is nothing to draw.", Exit.FAILED)
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    try:
        figure = kind(query, rows)
        figure.savefig(path, format="png", metadata={"Software": None})
    except KeyError as error:
        raise Trouble(f"the plot {query.plot} needs a column {error}.", Exit.USAGE) from None
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror or error}.", Exit.FAILED) from error
    except (TypeError, ValueError) as error:
        raise Trouble(f"the plot {query.plot} cannot be drawn of these rows: {error}.", Exit.USAGE) from error


def shares(query: Query, rows: list[dict[str, Any]]) -> Figure:
    """Shares with their intervals: columns share, low, high, fair, and first what they are shares of."""
    label = next(name for name in ("seat", *rows[0]) if name in rows[0])
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        name = f"{row['game']}, {row['seats']} seats" if "seats" in row else ""
        groups.setdefault(name, []).append(row)
    tall = sum(len(group) for group in groups.values())
    figure = Figure(figsize=(7.2, 0.9 + 0.32 * tall + 0.55 * len(groups)), dpi=DOTS_PER_INCH)
    heights = [len(group) + 1 for group in groups.values()]
    axes = figure.subplots(len(groups), 1, squeeze=False, sharex=True, height_ratios=heights)[:, 0]
    for each, (name, group) in zip(axes, groups.items(), strict=True):
        _shares_of(each, name, group, label)
    axes[-1].xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes[-1].set_xlabel("share, with its 95 % interval; the bar is what would be fair", color="0.25")
    figure.suptitle(query.title, x=0.02, ha="left", fontsize=13, fontweight="bold")
    figure.set_layout_engine("constrained")
    return figure


def _shares_of(axes: Axes, name: str, group: list[dict[str, Any]], label: str) -> None:
    places = range(len(group))
    for place, row in zip(places, group, strict=True):
        axes.plot([row["fair"]] * 2, [place - 0.38, place + 0.38], color=FAIR, linewidth=2.5, zorder=1)
        axes.plot([row["low"], row["high"]], [place] * 2, color=SOFT, linewidth=3, zorder=2)
        axes.plot([row["share"]], [place], "o", color=INK, markersize=6, zorder=3)
    axes.set_yticks(list(places), [str(row[label]) for row in group])
    axes.set_ylim(len(group) - 0.4, -0.6)
    axes.set_title(name, loc="left", fontsize=10, color="0.25")
    _plain(axes)


def calibration(query: Query, rows: list[dict[str, Any]]) -> Figure:
    """Shown chances against what came of them: columns chance, battles, shown, won, low, high."""
    tenths = [row for row in rows if row["chance"] != "all"]
    figure = Figure(figsize=(6.0, 5.6), dpi=DOTS_PER_INCH)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color=FAIR, linewidth=1.5, label="exactly as shown", zorder=1)
    for row in tenths:
        axes.plot([row["shown"]] * 2, [row["low"], row["high"]], color=SOFT, linewidth=3, zorder=2)
    axes.plot(
        [row["shown"] for row in tenths],
        [row["won"] for row in tenths],
        "o",
        color=INK,
        markersize=7,
        label="won, with its 95 % interval",
        zorder=3,
    )
    for row in tenths:
        axes.annotate(
            f"{row['battles']:,}",
            (row["shown"], min(row["low"], row["won"] - 0.02)),
            xytext=(5, -8),
            textcoords="offset points",
            fontsize=7.5,
            color="0.35",
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.03, 1.02)
    axes.set_xlabel("chance that was shown to the attacker", color="0.25")
    axes.set_ylabel("battles that were won", color="0.25")
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.legend(loc="upper left", frameon=False)
    axes.set_title("numbers: battles in that tenth", loc="left", fontsize=9, color="0.35")
    _plain(axes)
    figure.suptitle(query.title, x=0.02, ha="left", fontsize=13, fontweight="bold")
    figure.set_layout_engine("constrained")
    return figure


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="0.92", zorder=0)
    axes.set_axisbelow(True)
    axes.tick_params(colors="0.25")


PLOTS: Mapping[str, Callable[[Query, list[dict[str, Any]]], Figure]] = MappingProxyType(
    {"shares": shares, "calibration": calibration}
)
"""By the name that a query's head gives."""
