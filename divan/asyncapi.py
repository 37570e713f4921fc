"""The AsyncAPI 3 document: every subject, who sends and who receives there, every message and event.

Made from `divan.channels`, the declared streams and the schemas. AsyncAPI takes JSON Schema of draft 7, so
what draft 2020-12 says otherwise is rewritten.
"""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from divan.channels import CHANNELS, PARAMETERS, Channel, Part
from divan.schemas import game_definitions, message_definitions
from libs.events import streams
from libs.events.commands import Origin
from libs.games.catalog import GAMES
from libs.games.kit.describing import REF
from libs.games.kit.game import Json
from services.rooms.sentences import LANGUAGES

VERSION = "0.1.0"
CONTENT = {"nats": "application/msgpack", "edge": "application/json"}
SCHEMAS = "#/components/schemas/"
INSTALLATION = streams.Installation()

DESCRIPTION = (
    "What the services say to each other over NATS, and the edge and a browser over a WebSocket. Over NATS"
    " messages are packed with msgpack; the schemas describe their JSON form, where bytes are lower-case"
    f" hexadecimal. Streams are named as in an installation of {INSTALLATION.partitions} partitions and"
    f" {INSTALLATION.shards} shards. The edge's HTTP routes are in the OpenAPI document at /api/openapi.json."
)

QUERY: Json = {
    "type": "object",
    "properties": {
        "since": {"type": "integer", "description": "Tell what was told after the view of that number."},
        "lang": {"enum": list(LANGUAGES), "description": "Of the sentences."},
    },
}

PARTS: dict[Part, str] = {
    "rooms": "Accounts, rooms and their seats, presence; the HTTP and WebSocket edge.",
    "engine": "The games' logs, snapshots, deadlines and views.",
    "ai": "Bots: it takes a question and posts an answer.",
    "chat": "What was said, and who may speak when.",
    "client": "No service: a page in a browser, or a program in its place.",
    "operator": "No service: the command line, run where the server is.",
    "analyst": "No service: whatever program reads the public stream.",
}


def document(messages: Iterable[type]) -> Json:
    """The document, with the schemas of these messages, of those on the channels, and of every game."""
    spoken = {message: channel for channel in CHANNELS for message in channel.spoken}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Divan",
            "version": VERSION,
            "description": DESCRIPTION,
            "tags": [{"name": part, "description": what} for part, what in PARTS.items()],
        },
        "defaultContentType": CONTENT["nats"],
        "servers": {
            "nats": {
                "host": "localhost:4222",
                "protocol": "nats",
                "description": "The NATS server of the installation, with JetStream.",
            },
            "edge": {
                "host": "localhost:8420",
                "protocol": "ws",
                "description": "The edge, with a session's cookie or bearer token. Behind HTTPS it is wss.",
            },
        },
        "channels": {**{channel.name: _channel(channel) for channel in CHANNELS}, **_buckets(), **_replies()},
        "operations": dict(operation for channel in CHANNELS for operation in _operations(channel)),
        "components": {
            "messages": {
                message.__name__: {
                    "name": message.__name__,
                    "contentType": CONTENT[channel.server],
                    "payload": {"$ref": SCHEMAS + message.__name__},
                }
                for message, channel in sorted(spoken.items(), key=lambda item: item[0].__name__)
            },
            "schemas": _schemas(dict.fromkeys([*messages, *spoken])),
        },
    }


def stored_in(address: str) -> list[streams.Stream]:
    """The streams that keep what is said there: more than one for a subject of several shards."""
    return [
        stream
        for stream in streams.streams(INSTALLATION)
        if any(overlap(address, subject) for subject in stream.subjects)
    ]


def overlap(address: str, subject: str) -> bool:
    """Whether an address with {parameters} and a subject with stars have a subject in common."""
    own, theirs = address.split("."), subject.split(".")
    return len(own) == len(theirs) and all(
        one == other or one.startswith("{") or other == "*" for one, other in zip(own, theirs, strict=True)
    )


def _channel(channel: Channel) -> Json:
    made: dict[str, Json] = {
        "address": channel.address,
        "description": channel.what,
        "servers": [{"$ref": f"#/servers/{channel.server}"}],
        "messages": _messages([*channel.messages, *channel.back]),
    }
    if channel.parameters:
        made["parameters"] = {name: _parameter(name) for name in channel.parameters}
    if channel.server == "edge":
        made["bindings"] = {"ws": {"method": "GET", "query": QUERY, "bindingVersion": "0.1.0"}}
    kept = stored_in(channel.address)
    if kept:
        made["x-jetstream"] = {"streams": [stream.name for stream in kept], **_keeping(kept[0])}
    return made


def _parameter(name: str) -> Json:
    made: dict[str, Json] = {"description": PARAMETERS[name]}
    if name == "origin":
        # `clock` stands in entries only: the engine writes a lapse by itself.
        made["enum"] = [origin for origin in get_args(Origin) if origin != "clock"]
    if name == "game":
        made["enum"] = sorted(GAMES)
    return made


def _keeping(stream: streams.Stream) -> Json:
    """How long a stream keeps a message, where there is a bound. Seconds and bytes."""
    bounds = {
        "maxAgeSeconds": stream.max_age,
        "maxMessages": stream.max_messages,
        "maxMessagesPerSubject": stream.max_per_subject,
        "maxBytes": stream.max_bytes,
    }
    return {"retention": stream.retention, **{name: most for name, most in bounds.items() if most > 0}}


def _buckets() -> dict[str, Json]:
    """The key-value buckets: whose they are, `rooms` knows; nobody else reads who is who."""
    return {
        f"kv_{bucket.name}": {
            "address": bucket.subject("{key}"),
            "description": f"A bucket: {bucket.purpose}. What stands there is not said to other services.",
            "servers": [{"$ref": "#/servers/nats"}],
            "parameters": {"key": {"description": "The key."}},
            "x-jetstream": {"streams": [bucket.stream], "maxMessagesPerSubject": 1}
            | ({"maxAgeSeconds": bucket.max_age} if bucket.max_age else {}),
        }
        for bucket in streams.BUCKETS.values()
    }


def _replies() -> dict[str, Json]:
    """Where answers go: the subject that each request names."""
    return {
        f"{channel.name}_reply": {
            "address": None,
            "description": f"The reply subject of a request on `{channel.address}`.",
            "servers": [{"$ref": "#/servers/nats"}],
            "messages": _messages(channel.answers),
        }
        for channel in CHANNELS
        if channel.answers
    }


def _messages(messages: Iterable[type]) -> Json:
    return {message.__name__: {"$ref": f"#/components/messages/{message.__name__}"} for message in messages}


def _operations(channel: Channel) -> Iterator[tuple[str, Json]]:
    said = [(channel.senders, channel.receivers, channel.messages)]
    if channel.back:
        said.append((channel.receivers, channel.senders, channel.back))
    for senders, receivers, messages in said:
        for sender in senders:
            yield f"{sender}_sends_{channel.name}", _operation(channel, sender, "send", messages)
        for receiver in receivers:
            yield f"{receiver}_receives_{channel.name}", _operation(channel, receiver, "receive", messages)


def _operation(channel: Channel, part: Part, action: str, messages: Iterable[type]) -> Json:
    made: dict[str, Json] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel.name}"},
        "summary": channel.what,
        "tags": [{"name": part}],
        "messages": _of_channel(channel.name, messages),
    }
    if channel.answers:
        reply = f"{channel.name}_reply"
        made["reply"] = {
            "channel": {"$ref": f"#/channels/{reply}"},
            "messages": _of_channel(reply, channel.answers),
        }
    if channel.queue is not None and action == "receive":
        made["bindings"] = {"nats": {"queue": channel.queue, "bindingVersion": "0.1.0"}}
    return made


def _of_channel(channel: str, messages: Iterable[type]) -> Json:
    return [{"$ref": f"#/channels/{channel}/messages/{message.__name__}"} for message in messages]


def _schemas(messages: Iterable[type]) -> Json:
    schemas = {name: _draft7(schema, SCHEMAS) for name, schema in message_definitions(messages).items()}
    for game in GAMES.values():
        for name, schema in game_definitions(game).items():
            schemas[f"{game.name}.{name}"] = _draft7(schema, f"{SCHEMAS}{game.name}.")
    *platform, _ = schemas["EntryEvent"]["oneOf"]
    schemas["EntryEvent"] = {
        "description": "An event in an entry: one of the platform's, or one of the entry's game.",
        # Games may call events by the same name.
        "anyOf": [*platform, *({"$ref": f"{SCHEMAS}{name}.AnyEvent"} for name in GAMES)],
    }
    return schemas


def _draft7(schema: Json, prefix: str) -> Json:
    """A schema of draft 2020-12 in the words of draft 7, its references into components."""
    if isinstance(schema, list):
        return [_draft7(item, prefix) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made: dict[str, Any] = {}
    for name, item in schema.items():
        if name == "$ref":
            made[name] = prefix + item.removeprefix(REF)
        elif name == "prefixItems":
            made |= {"items": _draft7(item, prefix), "additionalItems": False}
        elif name != "contentSchema":
            made[name] = _draft7(item, prefix)
    return made
