"""Settings from the environment: a frozen dataclass names them, one error names all that is wrong."""

import os
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

C = TypeVar("C")


class BadSettings(ValueError):
    """Every missing or unreadable variable, one a line."""


def variable(field: str) -> str:
    """The environment variable of a field: DIVAN_<FIELD>, but NATS_URL keeps its usual name."""
    return "NATS_URL" if field == "nats_url" else f"DIVAN_{field.upper()}"


def from_env(config: type[C], environment: Mapping[str, str] | None = None) -> C:
    """Read `config` (a dataclass) from variables; a secret may stand in the file that <VARIABLE>_FILE names.

    Raises BadSettings with every fault at once. No fault repeats the value: it may be a secret.
    """
    environment = os.environ if environment is None else environment
    hints = get_type_hints(config)
    values: dict[str, Any] = {}
    faults: list[str] = []
    for field in fields(config):  # type: ignore[arg-type]
        name = variable(field.name)
        try:
            text = _text(name, environment)
            if text is not None:
                values[field.name] = _value(hints[field.name], text)
            elif field.default is MISSING and field.default_factory is MISSING:
                faults.append(f"{name}: not set")
        except ValidationError as error:
            faults.append(f"{name}: {error.errors()[0]['msg']}")
        except OSError as error:
            faults.append(f"{name}_FILE: {error.strerror}")
    if faults:
        raise BadSettings("\n".join(faults))
    try:
        return config(**values)
    except ValueError as error:
        raise BadSettings(str(error)) from error


def _value(hint: Any, text: str) -> Any:
    """The text read as that type; a tuple's items stand with commas between. Raises ValidationError."""
    if get_origin(hint) is tuple:
        items = TypeAdapter[Any](get_args(hint)[0])
        return tuple(items.validate_strings(part.strip()) for part in text.split(",") if part.strip())
    return TypeAdapter[Any](hint).validate_strings(text)


def _text(name: str, environment: Mapping[str, str]) -> str | None:
    if name in environment:
        return environment[name]
    if f"{name}_FILE" in environment:
        return Path(environment[f"{name}_FILE"]).read_text().strip()
    return None
