"""Rows as a Parquet file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from divan.analytics.schema import SCHEMA_VERSION, TABLES, Kind

ARROW: Mapping[Kind, Any] = MappingProxyType(
    {
        "text": pa.string(),
        "integer": pa.int32(),
        "real": pa.float64(),
        "flag": pa.bool_(),
        "time": pa.timestamp("ms", tz="UTC"),
        "hash": pa.binary(32),
        "json": pa.string(),
    }
)

VERSION_KEY = b"divan.schema"


def arrow_schema(table: str) -> Any:
    """The columns with their meanings, and the version, as they stand in every file."""
    return pa.schema(
        [
            pa.field(column.name, ARROW[column.kind], nullable=column.maybe, metadata={"is": column.meaning})
            for column in TABLES[table]
        ],
        metadata={VERSION_KEY: str(SCHEMA_VERSION).encode(), b"divan.table": table.encode()},
    )


SCHEMAS: Mapping[str, Any] = MappingProxyType({table: arrow_schema(table) for table in TABLES})
_DICTIONARIES = {table: [each.name for each in columns if each.few] for table, columns in TABLES.items()}


def write(path: Path, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """At least one row."""
    schema = SCHEMAS[table]
    columns = [
        pa.array(values, type=kind)
        for values, kind in zip(zip(*rows, strict=True), schema.types, strict=True)
    ]
    pq.write_table(
        pa.Table.from_arrays(columns, schema=schema),
        path,
        compression="zstd",
        use_dictionary=_DICTIONARIES[table],
    )


def version_of(path: Path) -> int | None:
    """The version of the schema of a file, None where it is not ours. Raises ValueError for no Parquet."""
    found = (pq.read_schema(path).metadata or {}).get(VERSION_KEY)
    return None if found is None else int(found)


def rooms_of(path: Path) -> list[str]:
    """The rooms of a file. Raises ValueError, and KeyError for one without rooms."""
    rooms: list[str] = pq.read_table(path, columns=["room"], partitioning=None)["room"].to_pylist()
    return rooms
