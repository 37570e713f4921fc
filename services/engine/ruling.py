"""What a command comes to: the events of the next entry, or a refusal. Pure: no log, no clock of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from libs.events.commands import Command
from libs.games.kit.chance import Ask, Chance, RecordedChance
from libs.games.kit.rejection import Rejected, refuse
from libs.runtime.platform_events import (
    BotSatIn,
    GameClosed,
    GameForked,
    PersonReturned,
    PositionLoaded,
    SecretRevealed,
)
from libs.runtime.state import State, Step, fold
from libs.runtime.table import Table
from services.engine import beginning
from services.engine.keyring import Secrets
from services.engine.rejections import (
    ALREADY_BEGUN,
    ALREADY_HERE,
    ALREADY_LEFT,
    GAME_OVER,
    NO_SUCH_ENTRY,
    NO_SUCH_SEAT,
    NOT_A_PERSON,
    NOT_BEGUN,
    NOT_IN_CONTROL,
    STALE,
    UNKNOWN_COMMAND,
)

LAPSE = {"type": "lapse"}

Read = PositionLoaded | GameForked
"""What the engine read in a log so that a fork could be decided: it becomes an event of the entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An accepted command before it is appended: its events, the position after each, the last state."""

    at: int
    steps: Sequence[Step]
    draws: Sequence[dict[str, Any]]
    state: State


class _LateChance:
    """The chance of an entry, made only when something is drawn."""

    __slots__ = ("_chance", "_make")

    def __init__(self, make: Callable[[], RecordedChance]) -> None:
        self._make = make
        self._chance: RecordedChance | None = None

    def draw(self, name: str, ask: Ask) -> Any:
        if self._chance is None:
            self._chance = self._make()
        return self._chance.draw(name, ask)

    @property
    def draws(self) -> Sequence[dict[str, Any]]:
        return () if self._chance is None else self._chance.draws


def rule(table: Table, command: Command, now: int, secrets: Secrets, read: Read | None = None) -> Draft:
    """Decide a command at `now` (Unix milliseconds); `read` is what services/engine/forking.py read for it.

    Raises Rejected; anything else is a bug of a game.
    """
    at = max(now, table.at)
    events, draws = _decided(table, command, secrets, read)
    steps: list[Step] = []
    state = fold(table.game, table.state, events, at, steps)
    if state.over and state.secret is None and state.begun is not None:
        secret = secrets.secret(table.room, state.begun.key).hex()
        state = fold(table.game, state, [SecretRevealed(secret=secret)], at, steps)
    return Draft(at=at, steps=steps, draws=draws, state=state)


def _decided(
    table: Table, command: Command, secrets: Secrets, read: Read | None
) -> tuple[Sequence[Any], Sequence[dict[str, Any]]]:
    state, body = table.state, command.body
    if command.origin == "host" and body.get("type") == "start":
        return _start(table, command, secrets, read if type(read) is PositionLoaded else None)
    if state.begun is None:
        raise Rejected(NOT_BEGUN)
    if state.closed is not None:
        raise Rejected(GAME_OVER)
    chance = _LateChance(partial(secrets.chance, table.room, state.begun, table.seq + 1))
    if command.origin == "clock":
        return table.game.decide(state.position, None, LAPSE, chance), chance.draws
    if command.origin == "admin" and body.get("type") == "fork":
        return _forked(table, read), ()
    if command.origin in ("host", "admin"):
        return _hosted(table, command, chance), chance.draws
    refuse(_control_refusal(table, command))
    return table.game.decide(state.position, command.seat, body, chance), chance.draws


def _start(
    table: Table, command: Command, secrets: Secrets, forked: PositionLoaded | None
) -> tuple[Sequence[Any], Sequence[dict[str, Any]]]:
    if table.state.begun is not None:
        raise Rejected(ALREADY_BEGUN)
    start = beginning.read_start(command.body, {table.game.name: table.game})
    opening = beginning.begun(table.room, start, secrets)
    chance = secrets.chance(table.room, opening, 1)
    return [opening, *beginning.first_events(table.game, start, chance, forked)], chance.draws


def _forked(table: Table, read: Read | None) -> Sequence[Any]:
    """An operator copies the game under way: nothing in it changes, but everybody is told."""
    if table.state.over:
        raise Rejected(GAME_OVER)
    if type(read) is not GameForked:
        raise Rejected(NO_SUCH_ENTRY)
    return [read]


def _hosted(table: Table, command: Command, chance: Chance) -> Sequence[Any]:
    match command.body.get("type"):
        case "close":
            if table.state.over:
                raise Rejected(GAME_OVER)
            return [GameClosed(reason=str(command.body.get("reason", "closed")))]
        case "leave" | "return" as presence:
            return _presence(table, command.seat, presence == "leave", chance)
        case _:
            raise Rejected(UNKNOWN_COMMAND)


def _presence(table: Table, seat: int | None, left: bool, chance: Chance) -> Sequence[Any]:
    """A seat's person is gone or back: the game's own command where it has one, the platform's otherwise."""
    state, game = table.state, table.game
    if seat is None or seat >= len(state.players):
        raise Rejected(NO_SUCH_SEAT)
    if game.absence is not None:
        name = game.absence.left if left else game.absence.returned
        return game.decide(state.position, seat, {"type": name}, chance)
    if state.over:
        raise Rejected(GAME_OVER)
    if state.begun is not None and state.begun.seats[seat].player == "bot":
        raise Rejected(NOT_A_PERSON)
    if left:
        if state.players[seat] == "bot":
            raise Rejected(ALREADY_LEFT)
        return [BotSatIn(seat=seat)]
    if state.players[seat] == "person":
        raise Rejected(ALREADY_HERE)
    return [PersonReturned(seat=seat)]


def _control_refusal(table: Table, command: Command) -> Any:
    """Why this origin may not command this seat now, or None."""
    state, absence = table.state, table.game.absence
    if command.seat is None or command.seat >= len(state.players):
        return NO_SUCH_SEAT
    if (
        absence is not None
        and not absence.players_may
        and command.body.get("type") in (absence.left, absence.returned)
    ):
        return UNKNOWN_COMMAND
    is_bot = command.origin == "bot"
    # A person may always come back to a seat by the game's own command, even while a bot plays it.
    returning = absence is not None and command.body.get("type") == absence.returned
    if is_bot != (state.players[command.seat] == "bot") and not returning:
        return NOT_IN_CONTROL
    if is_bot and command.question is not None and table.last_of.get(command.seat, 0) > command.question:
        return STALE
    return None
