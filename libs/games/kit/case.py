"""Worked examples as JSON: a position, what is done, what must come out (docs/cases.md)."""

import json
import traceback
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from libs.games.kit.case_steps import Clock, Do, Events, Expect, Step, read_step
from libs.games.kit.chance import ScriptedChance, ScriptError, SeededChance
from libs.games.kit.game import Game, Json
from libs.games.kit.matching import ABSENT, BadMatcher, at_pointer, is_met, json_equal
from libs.games.kit.reading import Malformed, record_from_json
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import complete_options
from libs.games.kit.table import Table
from libs.games.kit.writing import event_to_json

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case as it stands in a file."""

    game: str
    title: str
    steps: tuple[Mapping[str, Any], ...]
    why: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str | None = None
    position: Mapping[str, Any] | None = None
    chance: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFailure:
    """Where a case failed; `step` counts from 1, None where it failed before the first."""

    title: str
    step: int | None
    expected: str
    found: str


class Differs(Exception):
    """The case fails: what was expected, and what was found."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


def run_case(value: Json, games: Mapping[str, AnyGame]) -> CaseFailure | None:
    """Where the case fails, or None if it passes; whatever JSON it is, nothing is raised."""
    title = value["title"] if isinstance(value, dict) and isinstance(value.get("title"), str) else "untitled"
    step: int | None = None
    try:
        case, steps = _read_case(value)
        game = games.get(case.game)
        if game is None:
            raise Differs("a game of the catalogue", f'no such game "{case.game}"')
        run = CaseRun(game, case)
        for step, one in enumerate(steps, start=1):  # noqa: B007 - a failure names the step it was in
            run.take(one)
    except Differs as difference:
        return CaseFailure(title=title, step=step, expected=difference.expected, found=difference.found)
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        found = f"{type(error).__name__}: {error} ({PurePath(where.filename).name}, line {where.lineno})"
        return CaseFailure(title=title, step=step, expected="rules that work", found=found)
    return None


def _read_case(value: Json) -> tuple[Case, Sequence[Step]]:
    try:
        case = record_from_json(Case, value)
        if any(len(scripted) != 1 for scripted in case.chance):
            raise Malformed("chance: each scripted draw is an object of one name and its outcome")
        steps = []
        for number, step in enumerate(case.steps, start=1):
            try:
                steps.append(read_step(step))
            except Malformed as error:
                raise Malformed(f"step {number}: {error}") from None
    except Malformed as error:
        raise Differs("a case as docs/cases.md describes it", str(error)) from None
    return case, steps


class CaseRun:
    """A case in progress: its table, its script and what the last command caused."""

    def __init__(self, game: AnyGame, case: Case) -> None:
        self._game = game
        self._script = deque(case.chance)
        key = sha256(b"divan-case:" + (case.title if case.seed is None else case.seed).encode()).digest()
        if case.position is None:
            self._table = _fresh(game, case, key, self._script)
            self._last = self._table.entries[0].events
        else:
            self._table = Table(game, _load(game, case), key)
            self._last = ()
        self._check_position()

    def take(self, step: Step) -> None:
        match step:
            case Do(seat=seat, command=command, reject=None):
                self._do(seat, command)
            case Do(seat=seat, command=command, reject=str(code)):
                self._do_refused(seat, command, code)
            case Clock():
                self._clock()
            case Events(expected=expected, none=none):
                self._expect_events(expected, none)
            case Expect(pointers=pointers, of_view=False):
                _expect(pointers, self._game.dump(self._table.position))
            case Expect(pointers=pointers, seat=seat):
                _expect(pointers, self._game.view(self._table.position, seat))

    def _do(self, seat: int, command: Json) -> None:
        try:
            self._last = self._table.give(seat, command, self._chance())
        except Rejected as refusal:
            raise Differs("the command accepted", _refused(refusal)) from None
        except ScriptError as error:
            raise Differs("the scripted draws", str(error)) from None
        self._check_position()

    def _do_refused(self, seat: int, command: Json, code: str) -> None:
        if code not in self._game.rejections:
            raise Differs("a code of the game", f'no such rejection "{code}"')
        before = self._game.dump(self._table.position)
        try:
            events = self._table.give(seat, command, self._chance())
        except Rejected as refusal:
            if refusal.code != code:
                raise Differs(f"refused with {code}", _refused(refusal)) from None
            self._last = ()
        else:
            raise Differs(f"refused with {code}", f"accepted, with {_types(events)}")
        if not json_equal(before, self._game.dump(self._table.position)):
            raise Differs("the position unchanged by a refusal", "another position")

    def _clock(self) -> None:
        try:
            self._last = self._table.lapse(self._chance())
        except Rejected as refusal:
            raise Differs("a deadline that passes", _refused(refusal)) from None
        except ScriptError as error:
            raise Differs("the scripted draws", str(error)) from None
        self._check_position()

    def _chance(self) -> ScriptedChance:
        return ScriptedChance(self._script, self._table.chance())

    def _check_position(self) -> None:
        dumped = self._game.dump(self._table.position)
        if self._game.load(json.loads(json.dumps(dumped))) != self._table.position:
            raise Differs("the same position after dumping and loading it", "another position")

    def _expect_events(self, expected: Sequence[Mapping[str, Json]], none: Sequence[str]) -> None:
        caused = [event_to_json(event) for event in self._last]
        for name in none:
            found = [event for event in caused if event["type"] == name]
            if found:
                raise Differs(f"no {name}", _shown(found[0]))
        left = iter(caused)
        for wanted in expected:
            if not any(_is_like(wanted, event) for event in left):
                raise Differs(f"the event {_shown(wanted)}, in this order", _shown(caused))


def _fresh(game: AnyGame, case: Case, key: bytes, script: "deque[Mapping[str, Any]]") -> Table[Any, Any]:
    count = case.options.get("seats", game.seats.start)
    if count not in game.seats:
        raise Differs(f"{game.seats.start} to {game.seats.stop - 1} seats", _shown(count))
    known = game.setup.get("properties", {})
    given = {
        name: value for name, value in case.options.items() if name in known or name not in ("seats", "bots")
    }
    try:
        options = complete_options(game.setup, given)
        players = _players(count, case.options.get("bots", []))
    except ValueError as error:
        raise Differs("options of the game", str(error)) from None
    try:
        return Table.begin(game, options, players, key, ScriptedChance(script, SeededChance(key, 1)))
    except ScriptError as error:
        raise Differs("the scripted draws", str(error)) from None


def _players(count: int, bots: Json) -> list[str]:
    """Who plays each seat: `bots` names those that bots play, or for each seat its kind of bot or null."""
    match bots:
        case [*seats] if all(isinstance(seat, int) and 0 <= seat < count for seat in seats):
            return ["bot" if seat in seats else "person" for seat in range(count)]
        case [*kinds] if len(kinds) == count and all(kind is None or isinstance(kind, str) for kind in kinds):
            return [kind or "person" for kind in kinds]
    raise ValueError(f"bots: seats, or a kind or null for each, are expected, not {bots!r}")


def _load(game: AnyGame, case: Case) -> Any:
    # A position's defaults may rest on the options, so the case's stand under those of the position.
    position = dict(case.position or {})
    if case.options:
        position["options"] = {**case.options, **position.get("options", {})}
    try:
        return game.load(position)
    except ValueError as error:
        raise Differs("a position that can be loaded", str(error)) from None


def _expect(pointers: Mapping[str, Json], document: Json) -> None:
    for pointer, expected in pointers.items():
        try:
            found = at_pointer(document, pointer)
            met = is_met(expected, found)
        except BadMatcher as error:
            raise Differs("a matcher as docs/cases.md describes it", str(error)) from None
        if not met:
            shown = "nothing" if found is ABSENT else _shown(found)
            raise Differs(f"{_shown(expected)} at {pointer or 'the root'}", shown)


def _is_like(wanted: Mapping[str, Json], event: Mapping[str, Json]) -> bool:
    return all(name in event and json_equal(value, event[name]) for name, value in wanted.items())


def _refused(refusal: Rejected) -> str:
    return f"refused with {refusal.code}: {refusal.rejection.sentence}"


def _types(events: Sequence[Any]) -> str:
    return ", ".join(type(event).__name__ for event in events) or "no events"


def _shown(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
