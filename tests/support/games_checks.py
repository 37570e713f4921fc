"""What every game must hold in every position: each check raises AssertionError with a sentence."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from libs.games.kit.chance import ScriptedChance, ScriptError, SeededChance
from libs.games.kit.codec import event_codec, event_to_json, option_to_json
from libs.games.kit.game import EVERYBODY, Game, Json, Result, Talk, Wait
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import mismatch
from tests.support.games_walk import AnyGame, AnyTable, check_listed, filled


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a command came to: its events and draws, or the code that it was refused with."""

    code: str | None
    events: tuple[Any, ...] = ()
    draws: tuple[Mapping[str, Any], ...] = ()

    @property
    def script(self) -> list[dict[str, Any]]:
        return [{draw["name"]: draw["outcome"]} for draw in self.draws]


def outcome(
    game: AnyGame, position: Any, seat: int | None, command: Json, chance: SeededChance | ScriptedChance
) -> Outcome:
    try:
        events = game.decide(position, seat, command, chance)
    except Rejected as refusal:
        check_listed(game, command, refusal)
        return Outcome(code=refusal.code)
    return Outcome(code=None, events=tuple(events), draws=tuple(chance.draws))


def fold(game: AnyGame, position: Any, events: Sequence[Any]) -> Any:
    for event in events:
        position = game.evolve(position, event)
    return position


def through_json(value: Json) -> Json:
    return json.loads(json.dumps(value))


def check_json(value: Json, what: str) -> None:
    assert through_json(value) == value, f"{what} is no plain JSON (tuples are lists there)"


def check_position_form(game: AnyGame, position: Any) -> None:
    form = game.dump(position)
    check_json(form, "the dumped position")
    assert game.load(through_json(form)) == position, "load(dump(p)) is not p"


def check_waiting(game: AnyGame, position: Any, seats: int) -> None:
    """The wait names seats that exist and ends that lie ahead; a result names an ending and every seat."""
    wait = game.waiting(position)
    if isinstance(wait, Result):
        assert wait.reason in game.endings, f"{wait.reason} is none of the endings"
        assert len(wait.seats) == seats, f"the result names {len(wait.seats)} of {seats} seats"
        assert min(standing.place for standing in wait.seats) == 1, "nobody came first"
        return
    assert isinstance(wait, Wait)
    for named in (wait.seats, wait.bots):
        assert len(set(named)) == len(named), f"a seat is named twice: {named}"
        assert all(seat in range(seats) for seat in named), f"there are {seats} seats, not {named}"
    assert wait.seats or wait.bots or wait.seconds is not None, "the game waits for nobody, for ever"
    assert wait.seconds is None or wait.seconds > 0, "a wait of no time"
    assert wait.budget is None or wait.budget.seconds > 0, "a budget of no time"
    for seat in wait.bots:
        assert game.options(position, seat), f"the bot of seat {seat} is asked, but has no command"
    if game.played_by is not None:
        assert len(game.played_by(position)) == seats, "played_by does not name every seat"
        check_seating(game, position, seats)


def check_seating(game: AnyGame, position: Any, seats: int) -> None:
    """Others take the seats, and the position can be loaded with them."""
    assert game.played_by is not None
    assert game.seated is not None, "played_by without seated: nobody could play a fork"
    for first in ("person", "bot"):
        players = [first if seat % 2 == 0 else "bot" for seat in range(seats)]
        other = game.seated(position, players)
        assert list(game.played_by(other)) == players, "seated does not seat whom it is told to"
        check_position_form(game, other)


def check_options(game: AnyGame, position: Any, seats: int, chance: Callable[[], SeededChance]) -> None:
    """Every command on offer and every template's example is accepted, but for what the seat cannot see."""
    for seat in range(seats):
        for option in game.options(position, seat):
            check_json(option_to_json(option), "an option")
            for name, schema in option.fields.items():
                found = mismatch(schema, option.command.get(name))
                assert found is None, f"the example {option.command} does not fit its template: {found}"
            came = outcome(game, position, seat, dict(option.command), chance())
            assert came.code is None or came.code in game.blind, (
                f"seat {seat} was offered {option.command}, which was refused with {came.code}"
            )


def check_fillings(
    game: AnyGame, position: Any, seats: int, chance: Callable[[], SeededChance], rng: random.Random
) -> None:
    """Templates filled at random are accepted, or refused with a code of the game."""
    for seat in range(seats):
        for option in game.options(position, seat):
            outcome(game, position, seat, filled(option, rng), chance())


def check_views(game: AnyGame, position: Any, seats: int) -> None:
    for seat in (None, *range(seats)):
        check_json(game.view(position, seat), "a view")


def check_history(table: AnyTable) -> None:
    """Folding the events as they are stored gives the position, and each is of a class of the game."""
    codec = event_codec(table.game.events)
    position = table.game.blank
    for entry in table.entries:
        for event in entry.events:
            stored = event_to_json(event)
            check_json(stored, "an event")
            assert codec.decode(through_json(stored)) == event, f"{stored} is not read back as it was"
            position = table.game.evolve(position, codec.decode(through_json(stored)))
    assert position == table.position, "folding the stored events gives another position"


def check_same_draws(game: AnyGame, position: Any, seat: int | None, command: Json, key: bytes) -> None:
    """The same chance gives the same events, and so do its recorded outcomes alone."""
    first = outcome(game, position, seat, command, SeededChance(key, 7))
    again = outcome(game, position, seat, command, SeededChance(key, 7))
    assert first == again, f"{command} gave other events with the same chance"
    unused = SeededChance(b"another key", 7)
    scripted = outcome(game, position, seat, command, ScriptedChance(through_json(first.script), unused))
    assert scripted == first, f"{command} gave other events with the same outcomes"
    assert not unused.draws


def check_refusal(game: AnyGame, position: Any, seat: int, command: Json, key: bytes) -> None:
    """Whatever JSON a command is, it is accepted or refused with a code; a refusal changes nothing."""
    before, asked = game.dump(position), json.dumps(command)
    outcome(game, position, seat, command, SeededChance(key, 7))
    assert game.dump(position) == before, f"deciding {command} changed the position"
    assert json.dumps(command) == asked, f"deciding {command} changed the command"


def told(game: AnyGame, position: Any, events: Sequence[Any], viewer: int | None) -> list[Json]:
    """What the viewer is told of the events that happen from that position on."""
    heard = []
    for event in events:
        position = game.evolve(position, event)
        one = game.tell(event, position, viewer)
        if one is not None:
            check_json(one, "a told event")
            heard.append(one)
    return heard


def channels(game: Game[Any, Any], position: Any, viewer: int | None) -> tuple[list[str], bool]:
    """The channels that the viewer may read, and whether persons are hidden."""
    talk: Talk = EVERYBODY if game.talk is None else game.talk(position)
    readable = [channel.name for channel in talk.channels if channel.seats is None or viewer in channel.seats]
    return readable, talk.hidden


def check_disguise(
    game: AnyGame, position: Any, viewer: int | None, rng: random.Random, events: Sequence[Any]
) -> Any:
    """A disguise looks the same to the viewer, who would be told the last events alike; it is returned."""
    other = game.disguise(position, viewer, rng.randrange)
    check_position_form(game, other)
    assert game.view(other, viewer) == game.view(position, viewer), f"the view of {viewer} tells a secret"
    assert channels(game, other, viewer) == channels(game, position, viewer), "the channels tell a secret"
    here, there = game.waiting(position), game.waiting(other)
    if isinstance(here, Result) or isinstance(there, Result):
        assert here == there, "the result rests on what cannot be seen"
    else:
        assert here.seconds == there.seconds, "the time that is left tells a secret"
        assert (viewer in here.seats) == (viewer in there.seats), "whether one is waited for tells a secret"
    if viewer is not None:
        mine = [option_to_json(option) for option in game.options(position, viewer)]
        assert [option_to_json(option) for option in game.options(other, viewer)] == mine, (
            f"the options of {viewer} tell a secret"
        )
    for event in events[-1:]:
        assert game.tell(event, other, viewer) == game.tell(event, position, viewer), (
            f"what {viewer} is told of {type(event).__name__} rests on what it cannot see"
        )
    return other


def check_same_refusals(
    game: AnyGame, position: Any, other: Any, viewer: int, commands: Sequence[Json], key: bytes
) -> None:
    """The viewer's commands meet the same refusal in both positions, but for the blind codes."""
    for command in commands:
        here = outcome(game, position, viewer, command, SeededChance(key, 7)).code
        there = outcome(game, other, viewer, command, SeededChance(key, 7)).code
        assert here == there or {here, there} & game.blind, (
            f"to {viewer}, {command} is {here or 'accepted'} in one position and {there or 'accepted'} in "
            "another that looks the same"
        )


def check_same_told(
    game: AnyGame, position: Any, other: Any, viewer: int | None, seat: int | None, command: Json, key: bytes
) -> None:
    """Where the same command leaves the viewer the same view in both positions, it tells the same too."""
    here = outcome(game, position, seat, command, SeededChance(key, 7))
    try:
        there = outcome(
            game, other, seat, command, ScriptedChance(through_json(here.script), SeededChance(key, 7))
        )
    except ScriptError:
        return  # A draw among things that differ where the viewer cannot see them: nothing to compare.
    _compare_told(game, (position, here), (other, there), viewer, command)


def check_secret_fields(
    game: AnyGame, position: Any, viewer: int | None, seat: int, commands: Sequence[Json], key: bytes
) -> None:
    """Two commands of one type that differ only where the viewer cannot see tell it the same."""
    first, second = commands
    here = outcome(game, position, seat, first, SeededChance(key, 7))
    there = outcome(game, position, seat, second, SeededChance(key, 7))
    # Without a trace in the position it is a public act such as a failed throw: its name may be told.
    if fold(game, position, here.events) != fold(game, position, there.events):
        _compare_told(game, (position, here), (position, there), viewer, first)


def _compare_told(
    game: AnyGame, here: tuple[Any, Outcome], there: tuple[Any, Outcome], viewer: int | None, command: Json
) -> None:
    if here[1].code is not None or there[1].code is not None:
        return
    views = [game.view(fold(game, before, came.events), viewer) for before, came in (here, there)]
    if views[0] == views[1]:
        heard = [_unrevealed(game, told(game, before, came.events, viewer)) for before, came in (here, there)]
        assert heard[0] == heard[1], f"what {viewer} is told of {command} rests on what it cannot see"


def _unrevealed(game: AnyGame, heard: Sequence[Json]) -> list[Json]:
    """Of the events that reveal by the rules, only that they happened."""
    return [event["type"] if event["type"] in game.reveals else event for event in heard]
