"""The game that another one is forked from: how it stood after one of its entries."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from libs.events.ports import Stored
from libs.games.kit.game import Result
from libs.runtime.game_logs import ARCHIVED
from libs.runtime.platform_events import GameForked
from libs.runtime.replay import Page, replay
from libs.runtime.state import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A game after its entry `seq`, and what its whole log says of copies.

    head      hash of that entry
    numbers   view numbers there, of each seat and last of the spectators
    has_ended the game is over by now, or only looked at here: nothing in it is secret any more
    copies    the rooms that an operator let fork it after this very entry while it ran
    """

    game: AnyGame
    rules: int
    options: Mapping[str, Any]
    seats: int
    seq: int
    position: Any
    head: bytes
    numbers: tuple[int, ...]
    has_ended: bool
    copies: frozenset[str]

    @property
    def is_over(self) -> bool:
        """Whether the game ends in that position: nobody could go on from it."""
        return isinstance(self.game.waiting(self.position), Result)

    def seated(self, players: Sequence[str]) -> dict[str, Any]:
        """The position, as games dump it, with these players ("person" or a kind of bot for each seat)."""
        seated = self.game.seated
        return self.game.dump(self.position if seated is None else seated(self.position, players))


async def find_source(
    room: str, seq: int, log: AsyncIterator[Stored], games: Mapping[str, AnyGame]
) -> Source | None:
    """The game of that log after its entry `seq`; None where there is no such entry. Raises as `replay`."""
    found: dict[str, Any] | None = None
    copies: set[str] = set()
    page: Page | None = None
    has_ended = False
    async for page in replay(room, log, games):
        has_ended = has_ended or page.fence == ARCHIVED
        if page.entry.seq == seq:
            found = _after(page)
        copies |= {event.into for event, _ in page.steps if type(event) is GameForked and event.seq == seq}
    if page is None or found is None:
        return None
    return Source(**found, has_ended=has_ended or page.table.state.over, copies=frozenset(copies))


def _after(page: Page) -> dict[str, Any]:
    table, begun = page.table, page.table.state.begun
    return {
        "game": table.game,
        "rules": table.rules,
        "options": {} if begun is None else begun.options,
        "seats": len(table.state.players),
        "seq": page.entry.seq,
        "position": table.state.position,
        "head": table.hash,
        "numbers": tuple(table.numbers.get(reader, 0) for reader in table.readers),
    }
