"""The room that a request asks for: of a new game, or of one that goes on from another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from libs.events.commands import Fork
from libs.events.views import AskFork
from libs.games.kit.schema import complete_options
from libs.runtime.bots import kinds
from libs.runtime.lobby_rules import RulesOf
from libs.runtime.state import AnyGame
from services.rooms import lobby
from services.rooms.accounts import Asker
from services.rooms.codes import new_watch_token
from services.rooms.engine_calls import EngineCalls
from services.rooms.forms import ForkOf, OpenRoom
from services.rooms.refusals import (
    BAD_OPTIONS,
    BAD_SEATS,
    MALFORMED,
    NO_SUCH_BOT,
    NO_SUCH_GAME,
    NOT_BEGUN,
    Denied,
    refuse,
)
from services.rooms.replay_requests import ReplayRequests

NO_CODE = ""
"""An opening has no code before it is known that the room can be opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Openings:
    replay: ReplayRequests
    engine: EngineCalls
    games: Mapping[str, AnyGame]
    rules: RulesOf

    def new(self, asked: OpenRoom) -> lobby.Opening:
        """A room where a game begins. Raises Denied where that game cannot be so."""
        if asked.game is None:
            raise Denied(MALFORMED, field="game")
        game = self._game(asked.game)
        seats = max(game.seats) if asked.seats is None else asked.seats
        refuse(None if seats in game.seats else BAD_SEATS)
        try:
            options = complete_options(game.setup, asked.options or {})
        except ValueError as error:
            raise Denied(BAD_OPTIONS, reason=str(error)) from error
        return self._opening(asked, game, options, seats)

    async def fork(self, asker: Asker, asked: OpenRoom, of: ForkOf) -> lobby.Opening:
        """A room whose game goes on from one that is over; its replay is open to the asker. Raises Denied."""
        for name in ("game", "options", "seats"):
            if getattr(asked, name) is not None:
                raise Denied(MALFORMED, field=name)
        source = (await self.replay.behind(asker, of.room)).room
        refuse(None if source.has_started else NOT_BEGUN)
        offer = await self.engine.ask(source.id, AskFork(seq=of.at))
        fork = Fork(room=source.id, seq=of.at, head=offer["head"])
        return self._opening(asked, self._game(offer["game"]), offer["options"], offer["seats"], fork)

    def _game(self, name: str) -> AnyGame:
        game = self.games.get(name)
        if game is None:
            raise Denied(NO_SUCH_GAME)
        return game

    def _opening(
        self, asked: OpenRoom, game: AnyGame, options: dict[str, Any], seats: int, fork: Fork | None = None
    ) -> lobby.Opening:
        refuse(None if all(kind in kinds(game.name) for kind in asked.bots) else NO_SUCH_BOT)
        return lobby.Opening(
            code=NO_CODE,
            watch=new_watch_token(),
            game=game.name,
            options=options,
            seats=seats,
            listed=asked.listed and self.rules(game.name).listed,
            seed_hash=asked.seed_hash,
            bots=asked.bots,
            seat=0 if asked.seat is None else asked.seat,
            fork=fork,
        )
