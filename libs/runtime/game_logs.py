"""Whole logs of rooms, wherever they are: in the games' log, or taken out of it into an archive."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import structlog

from libs.events.entry import GENESIS, Broken, next_hash, unseal
from libs.events.ports import Events, EventsError, Journal, Stored
from libs.events.wire import Malformed
from libs.runtime.archive import Archive, archives
from libs.runtime.game_file import unpacked

log = structlog.get_logger()

ARCHIVED = 0
"""The fence of entries that are no longer in the games' log."""


class GameLogs:
    """Of a game in the archive the log still holds the last entry, the anchor: its fence lets nobody begin
    the room anew, and its hash is the one that the archived log must lead to.
    """

    def __init__(self, games: Journal, archives: Sequence[Archive]) -> None:
        self._games = games
        self._archives = archives

    async def read(self, room: str) -> AsyncIterator[Stored]:
        """The entries of a room from the first on, in order, up to the last at the time of asking.

        Those of an archive have the fence ARCHIVED, all but the anchor. A log that does not hold is given
        as it is. Raises Broken where the log begins in its middle and no archive has what leads there,
        and the errors of the ports.
        """
        former, seq, is_whole = GENESIS, 0, True
        async for stored in self._games.read(room):
            digest = next_hash(former, stored.data) if is_whole else None
            if digest is None and is_whole:
                # What is missing was archived: long ago, or between two pages of this very reading.
                for data in await self._missing(room, stored.data, former, seq):
                    yield Stored(ARCHIVED, room, data)
                is_whole = False
            yield stored
            former, seq = digest or former, seq + 1

    async def _missing(self, room: str, anchor: bytes, former: bytes, seq: int) -> Sequence[bytes]:
        """The archived entries between number `seq` with the hash `former` and the anchor."""
        unreached: EventsError | None = None
        for archive in self._archives:
            try:
                entries = await _kept(archive, room)
            except EventsError as error:
                # Another archive may have it; if none does, nobody can say that it is nowhere.
                unreached = unreached or error
                continue
            if entries and entries[-1] == anchor and _hashes(entries)[seq : seq + 1] == [former]:
                return entries[seq:-1]
        if unreached is not None:
            raise unreached
        first = unseal(anchor)[0].seq
        if seq == 0 and first > 1:
            raise Broken(f"the log begins with entry {first}, and no archive has what leads to it")
        return ()


def game_logs(events: Events, folder: Path | None = None) -> GameLogs:
    """The logs of an installation; `folder` is the setting DIVAN_ARCHIVE."""
    return GameLogs(events.games, archives(events, folder))


async def _kept(archive: Archive, room: str) -> Sequence[bytes]:
    """The log that an archive has of a room; empty where it has none, or what it has cannot be read."""
    try:
        data = await archive.read(room)
        return () if data is None else unpacked(data).log
    except Malformed as error:
        log.error("archived_game_unreadable", room=room, reason=str(error))
        return ()


def _hashes(entries: Sequence[bytes]) -> list[bytes]:
    """The hash before the first entry and those after each, as far as the chain holds to the very end."""
    hashes = [GENESIS]
    for data in entries:
        digest = next_hash(hashes[-1], data)
        if digest is None:
            return []
        hashes.append(digest)
    return hashes
