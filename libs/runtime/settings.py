"""Settings from the environment: a frozen dataclass names them, one error names all that is wrong."""

import os
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

C = TypeVar("C")


class BadSettings(ValueError):
    """Every missing or unreadable variable, one a line."""


def from_env(config: type[C], environment: Mapping[str, str] | None = None) -> C:
    """Read `config` (a dataclass) from DIVAN_<FIELD> variables; NATS_URL keeps its usual name.

    Raises BadSettings with every fault at once.
    """
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in fields(config):  # type: ignore[arg-type]
        variable = "NATS_URL" if field.name == "nats_url" else f"DIVAN_{field.name.upper()}"
        if variable in environment:
            try:
                values[field.name] = TypeAdapter(field.type).validate_strings(environment[variable])
            except ValidationError as error:
                faults.append(f"{variable}: {error.errors()[0]['msg']}")
        elif field.default is MISSING and field.default_factory is MISSING:
            faults.append(f"{variable}: not set")
    if faults:
        raise BadSettings("\n".join(faults))
    return config(**values)
