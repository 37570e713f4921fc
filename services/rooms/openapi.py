"""The OpenAPI document, made from the table of routes and the forms."""

import re
from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue

from services.rooms.forms import Problem
from services.rooms.refusals import Refusal
from services.rooms.route import Route

VERSION = "0.1.0"
REF = "#/components/schemas/{model}"
INTEGERS = frozenset({"seat", "number"})


def document(routes: Iterable[Route]) -> dict[str, Any]:
    table = tuple(routes)
    schemas, references = _schemas(table)
    paths: dict[str, dict[str, Any]] = {}
    for route in table:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, references)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Divan",
            "version": VERSION,
            "description": "Rooms and accounts. Play itself goes over the WebSocket at "
            "/api/rooms/{door}/socket, which docs/api.md describes.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "divan_session"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


Key = tuple[str, JsonSchemaMode]
"""A form by its name, as it is read or as it is written."""


def _schemas(table: tuple[Route, ...]) -> tuple[dict[str, Any], dict[Key, JsonSchemaValue]]:
    """The schemas by name, and for each form how to point at its own."""
    wanted: dict[Key, TypeAdapter[Any]] = {(Problem.__name__, "serialization"): TypeAdapter(Problem)}
    for route in table:
        if route.takes is not None:
            wanted[route.takes.__name__, "validation"] = TypeAdapter(route.takes)
        if route.gives is not None:
            wanted[route.gives.__name__, "serialization"] = TypeAdapter(route.gives)
    references, schema = TypeAdapter.json_schemas(
        [(name, mode, adapter) for (name, mode), adapter in wanted.items()], ref_template=REF
    )
    return schema["$defs"], references


def _operation(route: Route, references: dict[Key, JsonSchemaValue]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": _responses(route, references),
    }
    parameters = [
        *({"name": name, "in": "path", "required": True, "schema": {"type": _path_type(name)}}
          for name in re.findall(r"{(\w+)}", route.path)),
        *({"name": query.name, "in": "query", "description": query.meaning, "schema": {"type": query.type}}
          for query in route.query),
    ]  # fmt: skip
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        content = {"application/json": {"schema": references[route.takes.__name__, "validation"]}}
        operation["requestBody"] = {"required": False, "content": content}
    match route.needs:
        case "session":
            operation["security"] = [{"cookie": []}, {"bearer": []}]
        case "maybe":
            operation["security"] = [{}, {"cookie": []}, {"bearer": []}]
        case "nothing":
            operation["security"] = []
    return operation


def _path_type(name: str) -> str:
    return "integer" if name in INTEGERS else "string"


def _responses(route: Route, references: dict[Key, JsonSchemaValue]) -> dict[str, Any]:
    responses: dict[str, Any] = {str(route.status): {"description": "Done"}}
    if route.gives is not None:
        schema = references[route.gives.__name__, "serialization"]
        responses[str(route.status)]["content"] = {"application/json": {"schema": schema}}
    if route.file is not None:
        responses[str(route.status)]["content"] = {route.file: {"schema": {"type": "string"}}}
    by_status: dict[int, list[Refusal]] = {}
    for refusal in route.refuses:
        by_status.setdefault(refusal.status, []).append(refusal)
    problem = {"application/json": {"schema": references[Problem.__name__, "serialization"]}}
    for status, refusals in sorted(by_status.items()):
        codes = ", ".join(sorted({refusal.code for refusal in refusals}))
        responses[str(status)] = {"description": codes, "content": problem}
    responses["default"] = {"description": "Any other refusal", "content": problem}
    return responses
