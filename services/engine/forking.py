"""What a fork needs of a log before it can be decided: a position there, or where the readers stood."""

from collections.abc import Mapping
from typing import Any

from libs.events.commands import CopyRunning, Fork, Start
from libs.events.wire import Malformed, validate
from libs.games.kit.rejection import Rejected
from libs.games.kit.schema import complete_options
from libs.runtime.forks import Source, find_source
from libs.runtime.platform_events import GameForked, PositionLoaded
from libs.runtime.table import Table
from services.engine.beginning import players
from services.engine.house import House
from services.engine.rejections import (
    BAD_START,
    GAME_OVER,
    MALFORMED,
    NO_SUCH_ENTRY,
    NO_SUCH_SOURCE,
    SOURCE_RUNS,
)


async def read_source(house: House, room: str, seq: int) -> Source | None:
    """The game of that room after its entry `seq`; None where there is none. Raises as `replay`."""
    return await find_source(room, seq, house.logs.read(room), house.games)


async def loaded(house: House, table: Table, start: Start, fork: Fork) -> PositionLoaded:
    """The position that a new game goes on from, with its own players; `table` takes its rules.

    A game under way may be forked only into a room that its own log names: its secrets are still secret.
    Raises Rejected.
    """
    source = await read_source(house, fork.room, fork.seq)
    if source is None or source.head.hex() != fork.head:
        raise Rejected(NO_SUCH_SOURCE)
    if not source.has_ended and table.room not in source.copies:
        raise Rejected(SOURCE_RUNS)
    if source.is_over:
        raise Rejected(GAME_OVER)
    if source.game.name != table.game.name or source.seats != len(start.seats):
        raise Rejected(BAD_START, {"reason": "a fork has the game and the seats of its source"})
    if complete_options(source.game.setup, source.options) != start.options:
        raise Rejected(BAD_START, {"reason": "a fork has the options of its source"})
    table.rules = source.rules
    return PositionLoaded(position=source.seated(players(start)), fork=fork)


async def copied(house: House, table: Table, body: Mapping[str, Any]) -> GameForked:
    """What is written into the log of a game under way that an operator copies. Raises Rejected."""
    try:
        asked = validate(CopyRunning, body)
    except Malformed as error:
        raise Rejected(MALFORMED, {"reason": str(error)}) from error
    source = await read_source(house, table.room, asked.seq)
    if source is None or source.is_over:
        raise Rejected(NO_SUCH_ENTRY)
    return GameForked(seq=asked.seq, into=asked.into, numbers=source.numbers)
