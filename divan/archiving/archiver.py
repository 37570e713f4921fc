"""Finished games out of the log and into the archive.

In this order, each step done before the next is begun: read and fold the whole log, write it to the
archive, read it back and compare, remove the snapshot, purge the log but for its last entry. Killed
anywhere, the log is still whole, or the archive is; to begin again does what is missing.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from libs.events.entry import unseal
from libs.events.ports import Journal, Register, Stored
from libs.runtime.archive import Archive
from libs.runtime.game_file import GameFile, packed, read_log, unpacked
from libs.runtime.game_logs import ARCHIVED, GameLogs
from libs.runtime.platform_events import reveals_secret
from libs.runtime.state import AnyGame


class What(StrEnum):
    """What became of a room's log. Only that of `archived` is touched."""

    ARCHIVED = "archived"
    BEFORE = "archived before"
    RUNS = "not over"
    YOUNG = "over for too short a time"
    BROKEN = "does not hold"
    NOTHING = "no game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """`log` are the bytes of all its stored messages, `file` those of the compressed game file."""

    room: str
    what: What
    game: str = ""
    entries: int = 0
    log: int = 0
    file: int = 0
    why: str = ""


class NotKept(Exception):
    """The archive gives something else than was written to it: nothing was removed from the log."""


class Archiver:
    """`logs` must look into `archive` too."""

    def __init__(
        self,
        *,
        games: Journal,
        snapshots: Register,
        logs: GameLogs,
        archive: Archive,
        rules: Mapping[str, AnyGame],
    ) -> None:
        self._games = games
        self._snapshots = snapshots
        self._logs = logs
        self._archive = archive
        self._rules = rules

    async def candidates(self) -> list[str]:
        """The rooms of which the log holds more than an anchor, running ones among them."""
        return sorted(room for room, count in (await self._games.counts()).items() if count > 1)

    async def take(self, room: str, *, until: int, dry_run: bool = False) -> Outcome:
        """Archive a game that was over at `until` (Unix milliseconds).

        Raises NotKept, and the errors of the ports.
        """
        try:
            return await self._take(room, until, dry_run=dry_run)
        except ValueError as error:
            return Outcome(room=room, what=What.BROKEN, why=str(error))

    async def _take(self, room: str, until: int, *, dry_run: bool) -> Outcome:
        last = await self._games.last(room)
        if last is None:
            return Outcome(room=room, what=What.NOTHING)
        # The last entry says enough of those that stay, without reading every running game.
        entry = unseal(last.data)[0]
        if not reveals_secret(entry):
            return Outcome(room=room, what=What.RUNS, game=entry.game)
        if entry.at > until:
            return Outcome(room=room, what=What.YOUNG, game=entry.game)
        log = [stored async for stored in self._logs.read(room)]
        game = await read_log(room, _again(log), self._rules)
        if game is None or not game.header.is_over:
            return Outcome(room=room, what=What.RUNS, game=entry.game)
        data = packed(game)
        outcome = Outcome(
            room=room,
            what=What.BEFORE if log[0].fence == ARCHIVED else What.ARCHIVED,
            game=game.header.game,
            entries=len(log),
            log=sum(len(stored.data) for stored in log),
            file=len(data),
        )
        if outcome.what is What.ARCHIVED and not dry_run:
            await self._move(room, game, data, log[-1].fence)
        return outcome

    async def _move(self, room: str, game: GameFile, data: bytes, anchor: int) -> None:
        await self._archive.write(room, data)
        kept = await self._archive.read(room)
        if kept is None or unpacked(kept) != game:
            raise NotKept(f"the archive does not give back what was written of {room}")
        await self._snapshots.remove(room)
        await self._games.purge(room, before=anchor)


async def _again(log: Sequence[Stored]) -> AsyncIterator[Stored]:
    for stored in log:
        yield stored
