"""A fork held against the game that it was forked from: its first position is the source's."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from divan.verifying.chain import ClaimedLog
from divan.verifying.report import Check, Failure, Report
from divan.verifying.sameness import same
from libs.events.entry import Sealed, read_entry
from libs.events.ports import Stored
from libs.events.wire import unpack_plain, validate
from libs.games.kit.schema import complete_options
from libs.runtime.forks import find_source
from libs.runtime.platform_events import GameBegun, PositionLoaded
from libs.runtime.state import AnyGame

TAKEN = "It begins from a given position, which was taken as it stands."
"""What a report says of a fork that was not held against its source."""


class NoFork(ValueError):
    """The game does not begin from a position of another one."""


async def with_source(
    report: Report, log: ClaimedLog, source: AsyncIterator[Stored], games: Mapping[str, AnyGame]
) -> Report:
    """The report of a log that holds, with what its source's log says of its first position.

    Raises NoFork, and ValueError where the source cannot be replayed.
    """
    begun, loaded = _beginning(log)
    if loaded is None or loaded.fork is None:
        raise NoFork("it is no fork of another game")
    fork = loaded.fork
    found = await find_source(fork.room, fork.seq, source, games)
    if found is None or found.head.hex() != fork.head:
        return _failed(report, f"Entry {fork.seq} of the source has not the hash that the fork names.")
    players = [seat.bot if seat.bot is not None else "person" for seat in begun.seats]
    if not same(found.seated(players), loaded.position):
        return _failed(report, f"Its position is not that of the source after entry {fork.seq}.")
    # Options that came since have their defaults in both.
    if not same(*(complete_options(found.game.setup, each) for each in (found.options, begun.options))):
        return _failed(report, "Its options are not those of the source.")
    unchecked = tuple(sentence for sentence in report.unchecked if sentence != TAKEN)
    return replace(report, checked={**report.checked, "source": 1}, unchecked=unchecked)


def _beginning(log: ClaimedLog) -> tuple[GameBegun, PositionLoaded | None]:
    """Of a log that holds."""
    first = log.pieces[0]
    assert isinstance(first, Sealed)
    events = read_entry(unpack_plain(first.entry)).events
    is_given = len(events) > 1 and events[1].get("type") == "PositionLoaded"
    return validate(GameBegun, events[0]), validate(PositionLoaded, events[1]) if is_given else None


def _failed(report: Report, sentence: str) -> Report:
    return replace(report, failure=Failure(entry=1, check=Check.BEGIN, sentence=sentence))
