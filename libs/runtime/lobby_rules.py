"""What rooms do otherwise for one game than for others: a table by game, for services that know no rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvents:
    """Fields by which the told events (with a `seat`) are known that a turn begins, and passes by itself."""

    begun: Mapping[str, Any]
    lapsed: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRules:
    """The rules of a game's rooms; the defaults are those of every game that says nothing.

    listed              its rooms may stand in the public list
    waiting_rooms       rooms of this game that one person may own while they wait; None: the settings' bound
    gone_at_start       who is not connected when the game begins is reported gone at once, not after a while
    leaving_is_absence  to leave a game under way closes the person's sockets and is else no more than to
                        lose them: the next socket is the way back
    turn                how turns are known: a connected person from whom nothing came during a whole turn
                        that passed by itself counts as gone until they give a sign. None: nobody does
    """

    listed: bool = True
    waiting_rooms: int | None = None
    gone_at_start: bool = False
    leaving_is_absence: bool = False
    turn: TurnEvents | None = None


EVERY_GAME = LobbyRules()

RULES: Mapping[str, LobbyRules] = MappingProxyType(
    {
        "fetih": LobbyRules(
            listed=False,
            waiting_rooms=1,
            gone_at_start=True,
            leaving_is_absence=True,
            turn=TurnEvents(
                begun=MappingProxyType({"type": "TurnStarted"}),
                lapsed=MappingProxyType({"type": "TurnEnded", "reason": "timeout"}),
            ),
        ),
    }
)
"""By game; a game that does not stand in the table has the rules of every game."""


RulesOf = Callable[[str], LobbyRules]


def lobby_rules(game: str) -> LobbyRules:
    return RULES.get(game, EVERY_GAME)
