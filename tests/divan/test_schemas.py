"""What was really said and stored fits its JSON Schema, and what is spoiled does not."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from divan.catalogue import messages
from divan.documents import DOCS
from divan.simulation.play import play
from libs.events.entry import Sealed, unseal
from libs.events.views import AskLog, AskView
from libs.events.wire import from_json, plain, to_json, unpack
from libs.games.catalog import GAMES
from libs.games.kit.codec import event_to_json
from libs.games.kit.game import Json
from libs.games.kit.schema import complete_options
from libs.runtime.platform_events import PLATFORM_EVENTS
from libs.runtime.replay import replay
from libs.runtime.sight import result_to_json
from libs.runtime.table import Table
from services.ai.bots import BOTS
from services.engine.publication import running, whole
from tests.runtime.golden_logs import CUT, GOLDEN, decide_anew, read
from tests.services.engine.playing import playing
from tests.support.games_golden import golden_files
from tests.support.games_walk import AnyGame, walk

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@cache
def schemas(name: str) -> Json:
    return json.loads((DOCS / "schemas" / f"{name}.json").read_text(encoding="utf-8"))


@cache
def validator(name: str, definition: str) -> Any:
    whole = schemas(name)
    assert definition in whole["$defs"], f"{name}.json has no {definition}"
    return jsonschema.Draft202012Validator({"$defs": whole["$defs"], "$ref": f"#/$defs/{definition}"})


def fits(name: str, definition: str, value: Any) -> bool:
    valid: bool = validator(name, definition).is_valid(value)
    return valid


def misfits(game: str, events: Iterator[Json]) -> list[Json]:
    """The events that do not fit the schema of their type, the platform's or the game's."""
    return [
        event
        for event in events
        if not fits("messages" if event["type"] in PLATFORM_EVENTS else game, event["type"], event)
    ]


def in_json(message: Any) -> Json:
    """A message as JSON has it: bytes in hexadecimal."""
    return from_json(to_json(plain(message)))


@pytest.mark.parametrize("name", ["messages", *GAMES])
def test_a_file_of_schemas_is_itself_valid(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schemas(name))


def test_every_message_of_the_catalogue_has_its_schema() -> None:
    named = [message.__name__ for message in messages()]
    assert [name for name in named if name not in schemas("messages")["$defs"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GOLDEN | CUT)
def test_every_entry_of_a_recorded_log_fits_and_each_of_its_events(name: str) -> None:
    game = (GOLDEN | CUT)[name][0]
    for data in read(name):
        entry, _ = unseal(data)
        assert fits("messages", "Sealed", in_json(unpack(Sealed, data)))
        assert fits("messages", "Entry", in_json(entry))
        assert misfits(game, iter(entry.events)) == []


@pytest.mark.parametrize("name", [name for name in GOLDEN if not name.startswith("fetih")])
def test_the_result_of_a_recorded_log_fits(name: str) -> None:
    table: Table = decide_anew(name)
    assert fits(GOLDEN[name][0], "GameResult", result_to_json(table.state))


@pytest.mark.slow
@every_game
def test_every_event_and_command_of_a_recorded_game_fits(game: AnyGame) -> None:
    for path in golden_files(game.name):
        entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
        assert misfits(game.name, (event for entry in entries for event in entry["events"])) == []
        assert [
            entry["command"]
            for entry in entries[1:]
            if not fits(game.name, entry["command"]["type"], entry["command"])
        ] == []


@pytest.mark.slow
@every_game
def test_every_event_and_command_of_simulated_games_fits(game: AnyGame) -> None:
    seats = game.seats[0]
    kinds = list(BOTS[game.name].values())
    bots = [kinds[seat % len(kinds)] for seat in range(seats)]
    played = play(game, complete_options(game.setup, {}), bots, "schemas", longest=200)
    walked = walk(game, seats, 1, range(200))
    for table in (played, walked):
        told = [event_to_json(event) for entry in table.entries for event in entry.events]
        assert misfits(game.name, iter(from_json(to_json(told)))) == []
        given = [from_json(to_json(entry.command)) for entry in table.entries[1:]]
        assert [command for command in given if not fits(game.name, command["type"], command)] == []
        assert fits(game.name, "SetupOptions", from_json(to_json(table.start["options"])))


async def test_every_message_of_an_engine_about_a_game_fits() -> None:
    said: list[Any] = []
    async with playing() as play:
        said.append(await play.start(seats=("person", "easy")))
        said.append(await play.command("r1", "player", 0, {"type": "no such command"}))
        said += [await play.ask("r1", ask) for ask in (AskView(reader=0), AskLog(reader=None))]
        said.append(await play.command("r1", "player", 0, {"type": "resign"}))
        await play.server.settle()
        said += [await play.fact(), *play.views, *play.changes]
        async for page in replay("r1", play.events.games.read("r1"), GAMES):
            said += running(page)
        said.append(whole(page.table, ()))
    kinds = {type(message).__name__ for message in said}
    assert kinds == {"Answer", "AskAnswer", "TableFact", "View", "PublicBegun", "PublicTold", "PublicGame"}
    assert [one for one in said if not fits("messages", type(one).__name__, in_json(one))] == []


def examples(game: AnyGame) -> dict[str, Json]:
    """One event of each type that the recorded games hold."""
    found: dict[str, Json] = {}
    for path in golden_files(game.name):
        for entry in json.loads(path.read_text(encoding="utf-8"))["entries"]:
            for event in entry["events"]:
                found.setdefault(event["type"], event)
    return found


def spoiled(event: Mapping[str, Json], required: list[str]) -> Iterator[tuple[str, Json]]:
    """The event in as many ways wrong as it has fields that must be there, and named like no event."""
    for field in required:
        yield f"without {field}", {name: value for name, value in event.items() if name != field}
    yield "another type", {**event, "type": "NoSuchEvent"}
    for field, value in event.items():
        if isinstance(value, int) and not isinstance(value, bool):
            yield f"{field} as text", {**event, field: str(value)}


@pytest.mark.slow
@every_game
def test_a_spoiled_event_does_not_fit(game: AnyGame) -> None:
    for kind, event in examples(game).items():
        required = schemas(game.name)["$defs"][kind]["required"]
        assert fits(game.name, "AnyEvent", event), kind
        assert [how for how, wrong in spoiled(event, required) if fits(game.name, "AnyEvent", wrong)] == [], (
            kind
        )


@pytest.mark.parametrize(
    ("definition", "change"),
    [
        ("Entry", {"seq": 0}),
        ("Entry", {"room": "a room"}),
        ("Entry", {"state": "00"}),
        ("Entry", {"events": [{"type": "GameClosed"}]}),
        ("Entry", {"events": [{"reason": "owner"}]}),
        ("Entry", {"shown": ["public"]}),
        ("Sealed", {"hash": "00"}),
        ("Sealed", {"entry": "no bytes"}),
    ],
)
def test_a_spoiled_entry_does_not_fit(definition: str, change: Json) -> None:
    data = list(read("tictactoe"))[-1]
    message = unpack(Sealed, data) if definition == "Sealed" else unseal(data)[0]
    assert fits("messages", definition, in_json(message))
    assert not fits("messages", definition, in_json(message) | change)


def test_a_game_that_ends_otherwise_than_it_may_does_not_fit() -> None:
    result = {"reason": "dead_position", "seats": [{"outcome": "drew", "place": 1, "score": None}] * 2}
    assert fits("tictactoe", "GameResult", result)
    assert not fits("tictactoe", "GameResult", {**result, "reason": "boredom"})
    assert not fits("tictactoe", "GameResult", {**result, "seats": result["seats"][:1]})


def test_a_command_with_a_field_too_many_does_not_fit() -> None:
    assert fits("tictactoe", "AnyCommand", {"type": "place", "cell": 4})
    assert not fits("tictactoe", "AnyCommand", {"type": "place", "cell": 4, "seat": 0})


def test_an_event_may_have_a_field_that_a_newer_build_added() -> None:
    assert fits("tictactoe", "AnyEvent", {"type": "MarkPlaced", "seat": 0, "cell": 4, "why": "later"})
