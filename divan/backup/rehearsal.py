"""Whether a backup can be restored: into a server of our own, where every game is verified as it stands."""

from dataclasses import dataclass, field
from pathlib import Path

from divan.backup.container import Backup
from divan.backup.own_server import for_a_while
from divan.backup.restoring import restore
from divan.progress import Tell
from divan.verifying.chain import Chain, ClaimedLog
from divan.verifying.reading import stored_log
from divan.verifying.report import Fails
from divan.verifying.verify import verify
from libs.events.nats import open_events
from libs.events.ports import EventsError, Unavailable
from libs.events.streams import Installation
from libs.games.catalog import GAMES
from libs.runtime.game_logs import GameLogs, game_logs


@dataclass(slots=True)
class Rehearsed:
    """Games of the backup: over or running, and a sentence for each that does not hold.

    Of games that this build does not know only the chain was checked (`unknown`).
    """

    finished: int = 0
    running: int = 0
    unknown: int = 0
    broken: list[str] = field(default_factory=list)


async def rehearse(backup: Backup, archive: Path | None, tell: Tell) -> Rehearsed:
    """Restore it and verify all its games. `archive` is the folder DIVAN_ARCHIVE. Raises as `restore`."""
    async with for_a_while() as url:
        _ = await restore(backup, url, replicas=1, erased=(), tell=tell)
        manifest = backup.manifest
        shape = Installation(partitions=manifest.partitions, shards=manifest.shards)
        async with open_events(url, name="rehearsal", installation=shape) as events:
            logs = game_logs(events, archive)
            rooms = sorted(await events.games.counts())
            found = Rehearsed()
            for number, room in enumerate(rooms, start=1):
                await _look(room, logs, found)
                tell(number, len(rooms), f"{number:,} of {len(rooms):,} games verified")
            return found


async def _look(room: str, logs: GameLogs, found: Rehearsed) -> None:
    try:
        log = await stored_log(logs.read(room))
        if _is_known(log):
            report = verify(log, GAMES)
            if report.failure is not None:
                found.broken.append(f"{room}: {report.failure.sentence}")
                return
            found.finished += report.complete
            found.running += not report.complete
        else:
            found.unknown += 1
    except Unavailable:
        raise
    except (Fails, ValueError, EventsError) as error:
        found.broken.append(f"{room}: {error}")


def _is_known(log: ClaimedLog) -> bool:
    """Whether this build has the rules; where not, the chain is all that holds or not. Raises Fails."""
    chain = Chain()
    if chain.follow(log.pieces[0]).game in GAMES:
        return True
    for piece in log.pieces[1:]:
        _ = chain.follow(piece)
    return False
