"""`divan query`: questions to exported games."""

from pathlib import Path
from typing import Annotated

import typer

from divan.exits import Exit, Trouble
from divan.options import STUDY

FORMATS = ("table", "csv", "json")


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=STUDY)(query)


def query(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME | FILE.sql]", help="A query that comes with Divan, or your own."),
    ] = None,
    tables: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", help="The folder that `divan export --to DIR` filled."),
    ] = None,
    format: Annotated[
        str, typer.Option(metavar="|".join(FORMATS), help="How the answer is printed.")
    ] = "table",
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw the answer too, where the query can be.")
    ] = None,
    show: Annotated[bool, typer.Option("--sql", help="Print the query itself.")] = False,
) -> None:
    """Ask exported games a question; without a NAME, list the questions.

    A query is SQL for DuckDB over the views games, seats, entries and events. One of your own is the path
    of an .sql file; --sql prints one to start from.
    """
    from divan.analytics.extra import require

    require("duckdb")
    from divan.analytics import querying

    if name is None:
        for each in querying.queries():
            print(f"{each.name:<22}{each.question}" + (f" ({each.needs})" if each.needs else ""))
        return
    if format not in FORMATS:
        raise Trouble(f"the formats are {', '.join(FORMATS)}.", Exit.USAGE)
    asked = querying.named(name)
    if show:
        print(asked.sql, end="")
        return
    if tables is None:
        raise Trouble("--from says where the exported games are.", Exit.USAGE)
    answer = querying.ask(asked, tables)
    match format:
        case "csv":
            print(querying.as_csv(answer), end="")
        case "json":
            print(querying.as_json(answer))
        case _:
            print("\n".join(querying.as_table(answer)))
    if plot is not None:
        require("matplotlib")
        from divan.analytics.plots import draw

        draw(asked, answer, plot)
