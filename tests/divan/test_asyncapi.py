"""The AsyncAPI document tells of every subject, stream and message there is; the parser checks its form."""

import inspect
import json
from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from divan import asyncapi
from divan.catalogue import messages
from divan.channels import CHANNELS, PARAMETERS
from divan.documents import DOCS
from libs.events import streams, subjects
from libs.events.entry import unseal
from libs.events.wire import from_json, plain, to_json
from libs.games.catalog import GAMES
from tests.runtime.golden_logs import read

DOCUMENT: Any = json.loads((DOCS / "asyncapi.json").read_text(encoding="utf-8"))

SAMPLES: dict[str, Any] = {
    "action": "ban",
    "process": "e1",
    "room": "r1",
    "shard": 1,
    "partition": 5,
    "origin": "player",
    "game": "tictactoe",
    "reader": 0,
    "person": "p1",
}


def subjects_there_are() -> Iterator[str]:
    """Each subject that subjects.py makes, of one room."""
    for name, function in inspect.getmembers(subjects, inspect.isfunction):
        asked = inspect.signature(function).parameters
        if function.__annotations__["return"] is str and name != "room_of":
            yield function(**{parameter: SAMPLES[parameter] for parameter in asked})
    yield from (subjects.ENGINES, subjects.EDGES)


@pytest.mark.parametrize("subject", sorted(subjects_there_are()))
def test_every_subject_has_its_channel(subject: str) -> None:
    assert any(asyncapi.overlap(channel.address, subject) for channel in CHANNELS)


def test_every_stream_keeps_a_channel_and_every_bucket_is_one() -> None:
    kept = {
        name
        for channel in DOCUMENT["channels"].values()
        for name in channel.get("x-jetstream", {"streams": []})["streams"]
    }
    buckets = {bucket.stream for bucket in streams.BUCKETS.values()}
    assert kept == {stream.name for stream in streams.streams(asyncapi.INSTALLATION)} | buckets


def test_a_channel_is_kept_where_its_subjects_are() -> None:
    kept = {name: channel.get("x-jetstream") for name, channel in DOCUMENT["channels"].items()}
    assert kept["game"] == {"streams": [f"GAMES_{shard}" for shard in range(4)], "retention": "limits"}
    assert kept["bot"]["retention"] == "workqueue"
    assert kept["view"] is None


def test_every_parameter_is_described() -> None:
    assert {parameter for channel in CHANNELS for parameter in channel.parameters} == PARAMETERS.keys()


def test_every_message_and_every_event_of_every_game_has_its_schema() -> None:
    named = {message.__name__ for message in messages()}
    events = {f"{game.name}.{event.__name__}" for game in GAMES.values() for event in game.events}
    assert (named | events) - DOCUMENT["components"]["schemas"].keys() == set()


def test_what_is_said_on_a_channel_is_declared_in_the_catalogue_or_by_the_service_that_says_it() -> None:
    listed = set(messages())
    spoken = {message for channel in CHANNELS for message in channel.spoken}
    assert {message.__module__.partition(".")[0] for message in spoken - listed} == {"services"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tictactoe-full", "houses-5-seats"])
def test_entries_fit_the_schemas_of_the_document(name: str) -> None:
    """They are the same as those of docs/schemas, in the words of an older draft."""
    schema = {"components": DOCUMENT["components"], "$ref": "#/components/schemas/Entry"}
    validator = jsonschema.Draft7Validator(schema)
    for data in list(read(name))[-2:]:
        entry = from_json(to_json(plain(unseal(data)[0])))
        validator.validate(entry)
        assert not validator.is_valid({**entry, "events": [*entry["events"], {"type": "NoSuchEvent"}]})
