"""`divan simulate`: bots against bots in memory."""

import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from libs.games.catalog import GAMES
from libs.games.kit.codec import option_to_json
from libs.games.kit.game import Game, Json, Result
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import complete_options
from libs.games.kit.table import Table
from services.ai.bots import BOTS, Bot

LONGEST_GAME = 20_000
"""Entries after which a game is counted as unfinished."""

PATIENCE = 20
"""Refused answers of a bot before it is made to give the first command on offer."""

REPORT_EVERY_SECONDS = 10.0


class Stuck(Exception):
    """A game waits for nobody, or for a bot that finds no command."""


@dataclass(slots=True, kw_only=True)
class Simulation:
    """What many games came to; the sums grow game by game."""

    seats: int
    games: int = 0
    unfinished: int = 0
    refused: int = 0
    outcomes: list[Counter[str]] = field(default_factory=list)
    by_kind: dict[str, Counter[str]] = field(default_factory=dict)
    endings: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    decision_seconds: list[float] = field(default_factory=list)

    def add(self, table: Table[Any, Any], kinds: Sequence[str]) -> None:
        self.games += 1
        self.lengths.append(len(table.entries))
        result = table.waiting
        if not isinstance(result, Result):
            self.unfinished += 1
            return
        self.endings[result.reason] += 1
        self.outcomes = self.outcomes or [Counter() for _ in range(self.seats)]
        for seat, standing in enumerate(result.seats):
            self.outcomes[seat][standing.outcome] += 1
            self.by_kind.setdefault(kinds[seat], Counter())[standing.outcome] += 1


def play(
    game: Game[Any, Any],
    options: Mapping[str, Json],
    bots: Sequence[Bot],
    seed: str,
    *,
    decided: Callable[[float], None] = lambda seconds: None,
    refused: Callable[[], None] = lambda: None,
    longest: int = LONGEST_GAME,
) -> Table[Any, Any]:
    """One game of bots to its end, or to `longest` entries; the seed decides all of it."""
    rng = random.Random(seed)
    table: Table[Any, Any] = Table.begin(game, options, ["bot"] * len(bots), sha256(seed.encode()).digest())
    while len(table.entries) < longest:
        wait = table.waiting
        if isinstance(wait, Result):
            break
        if wait.bots:
            seat = rng.choice(wait.bots)
            _ask(table, seat, bots[seat], rng, decided, refused)
        elif wait.seconds is not None or wait.budget is not None:
            table.lapse()
        else:
            raise Stuck(f"{game.name} waits for nobody after {len(table.entries)} entries (seed {seed!r})")
    return table


def _ask(
    table: Table[Any, Any],
    seat: int,
    bot: Bot,
    rng: random.Random,
    decided: Callable[[float], None],
    refused: Callable[[], None],
) -> None:
    options = [option_to_json(option) for option in table.game.options(table.position, seat)]
    if not options:
        raise Stuck(f"{table.game.name} waits for seat {seat}, which has no command")
    view = table.game.view(table.position, seat)
    for _ in range(PATIENCE):
        begun = time.perf_counter()
        command = bot(view, options, rng)
        decided(time.perf_counter() - begun)
        try:
            table.give(seat, command)
        except Rejected:
            refused()
        else:
            return
    table.give(seat, options[0]["command"])


def wilson(won: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, which holds for few games and for 0 and 1 too)."""
    if of == 0:
        return 0.0, 1.0
    share, spread = won / of, z * z / of
    middle = share + spread / 2
    reach = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, (middle - reach) / (1 + spread)), min(1.0, (middle + reach) / (1 + spread))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least that share of the values does not exceed; 0 for none."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)] if ordered else 0.0


def simulate_games(
    game: Game[Any, Any],
    kinds: Sequence[str],
    *,
    games: int,
    seed: str,
    rotate: bool,
    options: Mapping[str, Json],
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Many games; with `rotate` every bot moves one seat on from game to game."""
    simulation = Simulation(seats=len(kinds))

    def refused() -> None:
        simulation.refused += 1

    for number in range(games):
        turned = number % len(kinds) if rotate else 0
        seated = [*kinds[turned:], *kinds[:turned]]
        bots = [BOTS[game.name][kind] for kind in seated]
        table = play(
            game,
            options,
            bots,
            f"{seed}:{number}",
            decided=simulation.decision_seconds.append,
            refused=refused,
        )
        simulation.add(table, seated)
        progress(number + 1)
    return simulation


def report(simulation: Simulation) -> dict[str, Any]:
    """The simulation in numbers: shares between 0 and 1, times in milliseconds."""
    decisions = [seconds * 1000 for seconds in simulation.decision_seconds]
    return {
        "games": simulation.games,
        "unfinished": simulation.unfinished,
        "seats": [_outcomes(seat, counted) for seat, counted in enumerate(simulation.outcomes)],
        "kinds": [_outcomes(kind, counted) for kind, counted in sorted(simulation.by_kind.items())],
        "entries": {
            "median": percentile(simulation.lengths, 0.5),
            "p90": percentile(simulation.lengths, 0.9),
        },
        "endings": dict(simulation.endings.most_common()),
        "decisions": {
            "count": len(decisions),
            "refused": simulation.refused,
            "p50_ms": round(percentile(decisions, 0.5), 4),
            "p99_ms": round(percentile(decisions, 0.99), 4),
        },
    }


def _outcomes(name: int | str, counted: Counter[str]) -> dict[str, Any]:
    of = counted.total()
    low, high = wilson(counted["won"], of)
    return {
        "name": name,
        "won": counted["won"],
        "drew": counted["drew"],
        "lost": counted["lost"],
        "share": round(counted["won"] / of, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"{told['games']} games, {told['unfinished']} unfinished"
    for what, rows in (("seat", told["seats"]), ("bot", told["kinds"])):
        for row in rows:
            yield (
                f"{what} {row['name']}: won {row['won']}, drew {row['drew']}, lost {row['lost']}; "
                f"wins {row['share']:.1%} (95 % between {row['low']:.1%} and {row['high']:.1%})"
            )
    yield f"entries: median {told['entries']['median']}, p90 {told['entries']['p90']}"
    yield "endings: " + ", ".join(f"{reason} {count}" for reason, count in told["endings"].items())
    decisions = told["decisions"]
    yield (
        f"decisions: {decisions['count']}, p50 {decisions['p50_ms']} ms, p99 {decisions['p99_ms']} ms, "
        f"{decisions['refused']} refused"
    )


@contextmanager
def _progress(games: int, err: TextIO) -> Iterator[Callable[[int], None]]:
    if err.isatty():
        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(file=err), transient=True) as bar:
            task = bar.add_task("games", total=games)
            yield lambda done: bar.update(task, completed=done)
        return
    last = time.monotonic()

    def line(done: int) -> None:
        nonlocal last
        if time.monotonic() - last >= REPORT_EVERY_SECONDS:
            last = time.monotonic()
            print(f"{done} of {games} games", file=err, flush=True)

    yield line


def kinds_of(game: Game[Any, Any], seats: int | None, bots: str | None) -> list[str]:
    """A kind of bot for each seat: those named, again from the first where there are more seats."""
    count = game.seats.start if seats is None else seats
    if count not in game.seats:
        raise typer.BadParameter(
            f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} seats, not {count}"
        )
    named = bots.split(",") if bots else ["random"]
    for kind in named:
        if kind not in BOTS[game.name]:
            raise typer.BadParameter(
                f"{game.name} has no bot {kind!r}; there are {', '.join(BOTS[game.name])}"
            )
    if len(named) > count:
        raise typer.BadParameter(f"{len(named)} bots are too many for {count} seats")
    return [named[seat % len(named)] for seat in range(count)]


def simulate(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats; the fewest if not given.")] = None,
    bots: Annotated[str | None, typer.Option(help="Kinds of bots, by seat: easy,perfect.")] = None,
    seed: Annotated[str, typer.Option(help="The same seed gives the same games.")] = "divan",
    options: Annotated[str, typer.Option(help="Setup options of the game, as a JSON object.")] = "{}",
    rotate: Annotated[bool, typer.Option("--rotate", help="Move the bots a seat on each game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
) -> None:
    """Let bots play each other and count what comes of it."""
    if game not in GAMES:
        raise typer.BadParameter(f"no such game {game!r}; there are {', '.join(GAMES)}")
    rules = GAMES[game]
    kinds = kinds_of(rules, seats, bots)
    try:
        setup = complete_options(rules.setup, json.loads(options))
    except ValueError as error:
        raise typer.BadParameter(f"options: {error}") from None
    with _progress(games, sys.stderr) as progress:
        simulation = simulate_games(
            rules,
            kinds,
            games=games,
            seed=seed,
            rotate=rotate,
            options=setup,
            progress=progress,
        )
    told = report(simulation)
    if as_json:
        print(json.dumps(told))
    else:
        print("\n".join(_lines(told)))


def register(app: typer.Typer) -> None:
    app.command()(simulate)
