"""What rooms do otherwise for one game than for others: a table by game, for services that know no rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRules:
    """The rules of a game's rooms; the defaults are those of every game that says nothing.

    listed              its rooms may stand in the public list
    waiting_rooms       rooms of this game that one person may own while they wait; None: the settings' bound
    gone_at_start       who is not connected when the game begins is reported gone at once, not after a while
    leaving_is_absence  to leave a game under way closes the person's sockets and is else no more than to
                        lose them: the next socket is the way back
    lapsed_turn         fields of the told event (with a `seat`) by which a whole turn has passed by itself:
                        a connected person from whom nothing came during it is asked whether they are there,
                        and counts as gone until they answer. None: nobody is asked
    """

    listed: bool = True
    waiting_rooms: int | None = None
    gone_at_start: bool = False
    leaving_is_absence: bool = False
    lapsed_turn: Mapping[str, Any] | None = None


EVERY_GAME = LobbyRules()

RULES: Mapping[str, LobbyRules] = MappingProxyType(
    {
        "fetih": LobbyRules(
            listed=False,
            waiting_rooms=1,
            gone_at_start=True,
            leaving_is_absence=True,
            lapsed_turn=MappingProxyType({"type": "TurnEnded", "reason": "timeout"}),
        ),
    }
)
"""By game; a game that does not stand in the table has the rules of every game."""


RulesOf = Callable[[str], LobbyRules]


def lobby_rules(game: str) -> LobbyRules:
    return RULES.get(game, EVERY_GAME)
