"""JSON Schemas (2020-12) of every message and of every game's events and commands, made from the code.

They describe the JSON form. In msgpack, which is what is sent and stored, bytes are `bin`; in JSON they are
lower-case hexadecimal. Objects are open: a newer build may add fields, and a reader overlooks those.
"""

from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import core_schema

from libs.games.kit.describing import REF, Definitions
from libs.games.kit.game import Game, Json
from libs.runtime.platform_events import PLATFORM_EVENTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MADE = "Made from the code by `make docs`."

TAGS = ("type", "ask")
"""Fields that say which of several messages an object is: always written, so required."""

STANDING: Json = {
    "type": "object",
    "properties": {
        "outcome": {"enum": ["won", "lost", "drew"]},
        "place": {"type": "integer", "minimum": 1},
        "score": {"type": ["number", "null"]},
    },
    "required": ["outcome", "place", "score"],
}


class _Schemas(GenerateJsonSchema):
    """Pydantic's schemas with bytes as hexadecimal, and without titles that repeat the field's name."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def bytes_schema(self, schema: core_schema.BytesSchema) -> JsonSchemaValue:
        least, most = schema.get("min_length", 0), schema.get("max_length", "")
        return {
            "type": "string",
            "contentEncoding": "base16",
            "pattern": f"^([0-9a-f]{{2}}){{{least},{most}}}$",
        }


def messages_document(messages: Iterable[type]) -> Json:
    """docs/schemas/messages.json: each message under `$defs`."""
    return {
        "$schema": DIALECT,
        "title": "Messages of Divan",
        "description": f"{MADE} One schema for each message of docs/events.md; the events of games have"
        " files of their own.",
        "$defs": message_definitions(messages),
    }


def message_definitions(messages: Iterable[type]) -> dict[str, Json]:
    """The schema of each message, and of what stands in one, by its class name."""
    mode: JsonSchemaMode = "serialization"
    wanted: list[tuple[type, JsonSchemaMode, TypeAdapter[Any]]] = [
        (message, mode, TypeAdapter(message)) for message in messages
    ]
    _, schema = TypeAdapter.json_schemas(
        wanted,
        ref_template=REF + "{model}",
        schema_generator=_Schemas,
    )
    definitions: dict[str, Json] = {name: _finished(made) for name, made in sorted(schema["$defs"].items())}
    if "Sealed" in definitions:
        _open_up(definitions)
    return definitions


def _finished(schema: Json) -> Json:
    """A schema with the tag required, and without what only OpenAPI understands."""
    if isinstance(schema, list):
        return [_finished(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _finished(item) for name, item in schema.items() if name != "discriminator"}
    properties = schema.get("properties", {})
    tags = [tag for tag in TAGS if "const" in properties.get(tag, {})]
    if tags:
        made["required"] = [*tags, *(name for name in made.get("required", []) if name not in tags)]
    return made


def _open_up(definitions: dict[str, Json]) -> None:
    """Say what pydantic cannot know: a sealed entry holds an entry, and an entry events."""
    sealed = definitions["Sealed"]["properties"]["entry"]
    sealed |= {"contentMediaType": "application/msgpack", "contentSchema": {"$ref": f"{REF}Entry"}}
    definitions["Entry"]["properties"]["events"]["items"] = {"$ref": f"{REF}EntryEvent"}
    definitions["EntryEvent"] = {
        "description": "An event in an entry: one of the platform's, or one of the game's.",
        "oneOf": [
            *({"$ref": REF + name} for name in PLATFORM_EVENTS),
            {
                "type": "object",
                "properties": {"type": {"type": "string", "not": {"enum": [*PLATFORM_EVENTS]}}},
                "required": ["type"],
            },
        ],
    }


def game_document(game: Game[Any, Any]) -> Json:
    """docs/schemas/<game>.json: an event of the game as it is stored; the rest under `$defs`."""
    return {
        "$schema": DIALECT,
        "title": f"Events of {game.name}",
        "description": f"{MADE} By rules {game.rules} and those before them. `$defs` holds every event by its"
        " `type`, AnyEvent, every command by its `type`, AnyCommand, SetupOptions and GameResult.",
        "$ref": f"{REF}AnyEvent",
        "$defs": game_definitions(game),
    }


def game_definitions(game: Game[Any, Any]) -> dict[str, Json]:
    """The schemas of a game's events, commands, options and result, and of what stands in them."""
    made = Definitions()
    events = [made.event(event) for event in game.events]
    commands = [made.command(name, command) for name, command in game.commands.items()]
    seats = {"type": "array", "items": STANDING, "minItems": game.seats[0], "maxItems": game.seats[-1]}
    own: dict[str, Json] = {
        "AnyEvent": {"description": "Events are told apart by `type`.", "oneOf": events},
        "SetupOptions": dict(game.setup),
        "GameResult": {
            "description": "How the game ended, and how each seat did.",
            "type": "object",
            "properties": {"reason": {"enum": list(game.endings)}, "seats": seats},
            "required": ["reason", "seats"],
        },
    }
    if commands:
        own["AnyCommand"] = {"description": "Commands are told apart by `type`.", "oneOf": commands}
    taken = own.keys() & made.schemas.keys()
    if taken:
        raise ValueError(f"{game.name} has classes called {', '.join(sorted(taken))}")
    return own | made.schemas
