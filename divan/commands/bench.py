"""`divan bench`: how fast this machine is with Divan, and how that compares with bare JetStream."""

from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import STUDY

PARTS = ("subject", "sockets", "wide", "memory", "replay", "size")


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=STUDY)(bench)


def bench(
    part: Annotated[
        list[str] | None,
        typer.Option(
            metavar="|".join(PARTS), help="What to measure; may be repeated.", show_default="everything"
        ),
    ] = None,
    game: Annotated[str, typer.Option(help="The game that is played.")] = "tictactoe",
    rooms: Annotated[int, typer.Option(min=1, max=5000, help="Tables played side by side.")] = 200,
    commands: Annotated[int, typer.Option(min=200, help="Commands of each measurement.")] = 10_000,
    engines: Annotated[int, typer.Option(min=1, max=16, help="How many engine processes.")] = 2,
    sync: Annotated[
        list[str] | None,
        typer.Option(
            help="When the NATS server writes to disk; may be repeated.",
            show_default="always, which is shipped, then 2m, the server's default",
        ),
    ] = None,
    idle_rooms: Annotated[int, typer.Option(min=500, help="Rooms for the memory of idle ones.")] = 10_000,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Measure a temporary installation on this machine, everything on loopback.

    Raw JetStream publishes and fenced appends of the same client are measured in the same run, so
    that each rate is also a ratio: machines differ, ratios less. Everything stops by itself.
    """
    import orjson
    import uvloop
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from divan.bench.figures import Figure
    from divan.bench.run import Wanted, measure
    from libs.games.catalog import GAMES

    if game not in GAMES:
        raise Trouble(f'there is no game "{game}"; there are: {", ".join(GAMES)}.', Exit.USAGE)
    parts = tuple(part or PARTS)
    if not set(parts) <= set(PARTS):
        raise Trouble(f"the parts are {', '.join(PARTS)}.", Exit.USAGE)
    wanted = Wanted(
        parts=parts,
        game=game,
        rooms=rooms,
        commands=commands,
        engines=engines,
        sync=tuple(sync or ("always", "2m")),
        idle_rooms=idle_rooms,
    )
    screen = Console(stderr=True)
    progress = Progress(SpinnerColumn(), TextColumn("measuring"), TimeElapsedColumn(), console=screen)

    def tell(figure: Figure) -> None:
        print(orjson.dumps(figure).decode() if as_json else line(figure), flush=True)

    with progress:
        progress.add_task("", total=None)
        uvloop.run(measure(wanted, tell))


def line(figure: "object") -> str:
    """A figure as one line of the report."""
    from divan.bench.figures import Figure

    assert isinstance(figure, Figure)
    digits = 1 if figure.unit == "ms" else 0
    words = [f"{figure.name:<44}", f"{figure.value:>10,.{digits}f} {figure.unit:<10}"]
    if figure.ratio is not None:
        words.append(f"ratio {figure.ratio:.2f} ")
    if figure.latency is not None:
        found = figure.latency
        words.append(f"p50 {found.p50:.1f} ms, p99 {found.p99:.1f} ms, worst {found.worst:.0f} ms ")
    words.append(f"({figure.note})" if figure.note else "")
    if figure.microseconds:
        spent = ", ".join(f"{kind} {each:.0f}" for kind, each in figure.microseconds.items() if each >= 1)
        words.append(f"\n{'':<44}  processor time of a command in µs: {spent}")
    return "".join(words)
