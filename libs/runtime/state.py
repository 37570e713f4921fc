"""What a game has come to: the fold of its events, the platform's and its own."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any

from libs.events.wire import canonical, plain, validate
from libs.games.kit.codec import Codec, event_codec, event_to_json
from libs.games.kit.game import Game, Player, Result, Wait
from libs.runtime.clock import Clock, next_clock
from libs.runtime.platform_events import (
    PLATFORM_EVENTS,
    BotSatIn,
    GameBegun,
    GameClosed,
    GameForked,
    PersonReturned,
    PlatformEvent,
    PositionLoaded,
    SecretRevealed,
    is_platform_event,
)

AnyGame = Game[Any, Any]

Step = tuple[Any, Any]
"""An event, as a dataclass, and the position right after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Position, who plays each seat, the present wait and its clock; all of it follows from the log."""

    position: Any
    begun: GameBegun | None = None
    players: tuple[Player, ...] = ()
    wait: Wait | Result | None = None
    clock: Clock | None = None
    closed: GameClosed | None = None
    secret: str | None = None

    @property
    def over(self) -> bool:
        return self.closed is not None or isinstance(self.wait, Result)

    @property
    def ends_at(self) -> int | None:
        """When the present wait ends, in Unix milliseconds; None where it does not, or the game is over."""
        return None if self.over or self.clock is None else self.clock.ends_at

    @property
    def bots_waited_for(self) -> tuple[int, ...]:
        """The seats played by bots that are to be asked now."""
        if self.over or not isinstance(self.wait, Wait):
            return ()
        return tuple(seat for seat in self.wait.bots if self.players[seat] == "bot")


def fold(
    game: AnyGame, state: State, events: Iterable[Any], at: int, steps: list[Step] | None = None
) -> State:
    """The state after the events of one entry written at `at` (Unix milliseconds).

    Events are plain objects as they are stored, or the dataclasses that they are made of; each is noted
    in `steps` with the position after it. Raises ValueError for what is no event of this game.
    """
    position = state.position
    for each in events:
        event = _read(game, each) if type(each) is dict else each
        if is_platform_event(event):
            state = _after(game, state, event)
            if type(event) is PositionLoaded:
                position = game.load(event.position)
        else:
            position = game.evolve(position, event)
        if steps is not None:
            steps.append((event, position))
    return _settled(game, state, position, at)


def _read(game: AnyGame, stored: dict[str, Any]) -> Any:
    kind = PLATFORM_EVENTS.get(stored["type"])
    return _codec(game.events).decode(stored) if kind is None else validate(kind, stored)


def _after(game: AnyGame, state: State, event: PlatformEvent) -> State:
    match event:
        case GameBegun():
            return replace(state, begun=event, players=tuple(seat.player for seat in event.seats))
        case PositionLoaded() | GameForked():
            return state
        case BotSatIn():
            return replace(state, players=_with_player(state.players, event.seat, "bot"))
        case PersonReturned():
            return replace(state, players=_with_player(state.players, event.seat, "person"))
        case GameClosed():
            return replace(state, closed=event)
        case SecretRevealed():
            return replace(state, secret=event.secret)


def _with_player(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _settled(game: AnyGame, state: State, position: Any, at: int) -> State:
    """The state with a position, the wait that it asks for, and the clock of that wait."""
    wait = game.waiting(position)
    # Written out: `replace` takes three times as long, and this runs for every entry of every replay.
    return State(
        position=position,
        begun=state.begun,
        players=state.players if game.played_by is None else tuple(game.played_by(position)),
        wait=wait,
        clock=next_clock(state.clock, wait, at) if isinstance(wait, Wait) else state.clock,
        closed=state.closed,
        secret=state.secret,
    )


def stored_form(event: Any) -> dict[str, Any]:
    """An event as the plain object that stands in an entry."""
    stored: dict[str, Any] = plain(event) if is_platform_event(event) else event_to_json(event)
    return stored


@cache
def _codec(events: tuple[type[Any], ...]) -> Codec[Any]:
    return event_codec(events)


def state_hash(game: AnyGame, position: Any) -> bytes:
    """SHA-256 of the canonical JSON of a position, as entries carry it."""
    return sha256(canonical(game.dump(position))).digest()
