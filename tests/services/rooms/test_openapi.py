"""The OpenAPI document is valid, and what the routes answer is what it says."""

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from openapi_spec_validator import validate

from tests.services.rooms.houses import House


@pytest.fixture
async def document(home: House) -> Any:
    return await home.stranger().get("/api/openapi.json")


def test_the_document_is_valid(document: Any) -> None:
    validate(document)


def test_every_route_of_the_design_stands_in_it(document: Any) -> None:
    routes = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert routes == {
        "POST /api/guests",
        "POST /api/accounts",
        "POST /api/sessions",
        "DELETE /api/sessions/current",
        "GET /api/me",
        "DELETE /api/me",
        "GET /api/games",
        "POST /api/rooms",
        "GET /api/rooms",
        "GET /api/rooms/{door}",
        "POST /api/rooms/{door}/seats",
        "POST /api/rooms/{door}/bots",
        "DELETE /api/rooms/{door}/seats/{seat}",
        "POST /api/rooms/{door}/start",
        "POST /api/rooms/{door}/close",
        "POST /api/rooms/{door}/mutes",
        "GET /api/rooms/{door}/replay",
        "GET /api/rooms/{door}/log",
        "GET /api/rooms/{door}/positions/{number}",
        "GET /api/rooms/{door}/positions",
        "GET /api/rooms/{door}/game",
        "GET /api/site",
    }


def fits(document: Any, path: str, method: str, status: str, body: Any) -> None:
    response = document["paths"][path][method]["responses"][status]
    schema = response["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**schema, "components": document["components"]}).validate(body)


async def test_answers_fit_their_schemas(home: House, document: Any) -> None:
    code, (ali, _), _ = await home.two_play()
    room = f"/api/rooms/{code}"
    for path, concrete in (
        ("/api/me", "/api/me"),
        ("/api/games", "/api/games"),
        ("/api/site", "/api/site"),
        ("/api/rooms", "/api/rooms"),
        ("/api/rooms/{door}", room),
        ("/api/rooms/{door}/replay", f"{room}/replay"),
        ("/api/rooms/{door}/log", f"{room}/log"),
        ("/api/rooms/{door}/positions/{number}", f"{room}/positions/1"),
        ("/api/rooms/{door}/positions", f"{room}/positions"),
    ):
        fits(document, path, "get", "200", await ali.get(concrete))
    _, problem = await ali.ask("GET", "/api/rooms/ABCDEF")
    fits(document, "/api/rooms/{door}", "get", "404", problem)
    fits(document, "/api/guests", "post", "201", await home.stranger().post("/api/guests", bearer=True))


def test_a_request_with_an_unknown_field_does_not_fit(document: Any) -> None:
    schema = document["components"]["schemas"]["Sit"]
    assert schema["additionalProperties"] is False
