"""`divan query`: a query in DuckDB over the tables of an export."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb

from divan.analytics.dataset import ORDER, standing_files
from divan.exits import Exit, Trouble
from libs.events.wire import to_json
from libs.games.fetih.tables import CONTINENT_OF

FOLDER = Path(__file__).parent / "queries"

HEADER = re.compile(r"^-- (title|question|needs|plot): (.+)$", re.M)

MACROS = """
CREATE MACRO wilson_middle(won, n) AS (won / n + 1.96 ** 2 / (2 * n)) / (1 + 1.96 ** 2 / n);
CREATE MACRO wilson_reach(won, n) AS
    1.96 * sqrt(won / n * (1 - won / n) / n + 1.96 ** 2 / (4 * n * n)) / (1 + 1.96 ** 2 / n);
CREATE MACRO wilson_low(won, n) AS greatest(0, wilson_middle(won, n) - wilson_reach(won, n));
CREATE MACRO wilson_high(won, n) AS least(1, wilson_middle(won, n) + wilson_reach(won, n));
"""
"""The 95 % interval of a share, as divan/simulation/figures.py has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query with what its head says of it; `plot` is the kind of picture that its answer makes."""

    name: str
    sql: str
    title: str = ""
    question: str = ""
    needs: str = ""
    plot: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gives: names of the columns, and rows."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]] = field(default_factory=list)


def queries() -> list[Query]:
    """Those that come with Divan."""
    return [_read(path) for path in sorted(FOLDER.glob("*.sql"))]


def named(name: str) -> Query:
    """A query by its name, or by the path of an .sql file. Raises Trouble."""
    own = Path(name)
    path = own if own.suffix == ".sql" else FOLDER / f"{name}.sql"
    if not path.is_file() or (own.suffix != ".sql" and own.name != name):
        known = ", ".join(query.name for query in queries())
        raise Trouble(f"there is no query {name}; there are {known}, or name an .sql file.", Exit.USAGE)
    return _read(path)


def _read(path: Path) -> Query:
    try:
        sql = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{path} cannot be read: {error}.", Exit.USAGE) from error
    return Query(name=path.stem, sql=sql, **dict(HEADER.findall(sql)))


def ask(query: Query, folder: Path) -> Answer:
    """Run it over the tables in the folder. Raises Trouble, with DuckDB's word for what is wrong with it."""
    with _opened(folder) as connection:
        try:
            statements = connection.extract_statements(query.sql)
            if not statements or statements[-1].type != duckdb.StatementType.SELECT:
                raise Trouble(f"{query.name} gives no rows: its last statement is no SELECT.", Exit.USAGE)
            for statement in statements[:-1]:
                connection.execute(statement)
            # Times leave as text: DuckDB needs one more package to make Python's of them.
            answer = connection.sql(statements[-1].query.strip().rstrip(";"))
            plain = ", ".join(map(_as_plain, answer.columns, answer.types))
            rows = answer.query("answer", f"SELECT {plain} FROM answer").fetchall()
            return Answer(answer.columns, rows)
        except duckdb.Error as error:
            raise Trouble(f"{query.name}: {error}", Exit.USAGE) from error


def _as_plain(name: str, kind: Any) -> str:
    quoted = '"{}"'.format(name.replace('"', '""'))
    if str(kind) == "TIMESTAMP WITH TIME ZONE":
        return f"strftime({quoted}, '%Y-%m-%dT%H:%M:%S.%gZ') AS {quoted}"
    return quoted


def _opened(folder: Path) -> Any:
    """A connection with the tables as views. Nothing is fetched from anywhere."""
    if not standing_files(folder, "games"):
        raise Trouble(f"{folder} holds no exported games: `divan export --to {folder}` first.", Exit.USAGE)
    connection = duckdb.connect(
        config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
    )
    connection.execute("SET TimeZone = 'UTC'")
    for table in ORDER:
        files = ", ".join(map(_quoted, standing_files(folder, table)))
        try:
            connection.execute(
                f"CREATE VIEW {table} AS SELECT * FROM read_parquet([{files}], "
                "hive_partitioning = true, hive_types = {'game': VARCHAR, 'day': DATE})"
            )
        except duckdb.Error as error:
            what = str(error).partition("\n")[0]
            raise Trouble(f"the table {table} in {folder} cannot be read: {what}", Exit.FAILED) from error
    connection.execute(MACROS)
    connection.execute("CREATE TABLE fetih_regions (region VARCHAR, continent VARCHAR)")
    connection.executemany("INSERT INTO fetih_regions VALUES (?, ?)", list(CONTINENT_OF.items()))
    return connection


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", "''"))


def as_table(answer: Answer) -> Iterator[str]:
    """Lines with the columns under one another, numbers to the right."""
    texts = [[_text(value) for value in row] for row in answer.rows]
    widths = [max(map(len, column)) for column in zip(answer.columns, *texts, strict=True)]
    right = [
        bool(answer.rows) and all(isinstance(row[n], int | float | Decimal | None) for row in answer.rows)
        for n in range(len(answer.columns))
    ]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip()

    yield line(answer.columns)
    yield line(["-" * width for width in widths])
    yield from map(line, texts)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.10g}"
        case bytes():
            return value.hex()
        case dict() | list():
            return to_json(_said(value)).decode()
        case _:
            return str(value)


def as_csv(answer: Answer) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows([_text(value) for value in row] for row in answer.rows)
    return out.getvalue()


def as_json(answer: Answer) -> str:
    """A list of objects, one a row."""
    return to_json([_object(answer.columns, row) for row in answer.rows]).decode()


def _object(columns: Sequence[str], row: Sequence[Any]) -> Mapping[str, Any]:
    return {name: _said(value) for name, value in zip(columns, row, strict=True)}


def _said(value: Any) -> Any:
    """A value as JSON can say it: of DuckDB's many types, what JSON lacks becomes text."""
    match value:
        case None | bool() | float() | str():
            return value
        case int():
            return value if abs(value) < 1 << 63 else str(value)
        case bytes():
            return value.hex()
        case dict():
            return {str(key): _said(each) for key, each in value.items()}
        case list() | tuple():
            return [_said(each) for each in value]
        case _:
            return str(value)
