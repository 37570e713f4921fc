"""The work of `divan archive`: which games, what is said meanwhile, and what it comes to."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from divan.archiving.archiver import Archiver, NotKept, Outcome, What
from divan.audit import audit
from divan.exits import Trouble
from divan.game_source import room_id
from divan.progress import progress
from divan.running import archive_folder, nats_url, open_installation
from divan.times import DAY
from libs.events.nats.inspection import Size, stream_sizes
from libs.events.ports import Events
from libs.events.wire import to_json
from libs.games.catalog import GAMES
from libs.runtime.archive import Archive, FolderArchive, archives
from libs.runtime.game_logs import GameLogs
from libs.runtime.wall_clock import unix_milliseconds

STREAM = "stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """`older_than` in seconds; None: 30 days, and any age for rooms that are named."""

    rooms: Sequence[str] = ()
    older_than: float | None = None
    to: str | None = None
    dry_run: bool = False
    as_json: bool = False
    operator: str | None = None

    @property
    def least_age(self) -> float:
        if self.older_than is not None:
            return self.older_than
        return 0 if self.rooms else 30 * DAY


@dataclass(slots=True)
class Tally:
    """What became of each room, and by game what was (or would be) archived."""

    rooms: Counter[What] = field(default_factory=Counter)
    games: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        self.rooms[outcome.what] += 1
        if outcome.what is What.ARCHIVED:
            of_game = self.games.setdefault(outcome.game, Counter())
            of_game += Counter(games=1, entries=outcome.entries, log=outcome.log, file=outcome.file)


async def run_archive(wanted: Wanted, data: Path | None) -> bool:
    """False where the log of a game does not hold. Raises Trouble."""
    url = nats_url(data)
    try:
        async with open_installation("archive", data) as events:
            before = await stream_sizes(url)
            tally = await _recorded(events, wanted)
            after = before if wanted.dry_run else await stream_sizes(url)
    except NotKept as error:
        raise Trouble(f"{error}: nothing of it was removed. Look at the archive.") from error
    _say_json(tally, before, after) if wanted.as_json else _say(tally, before, after, dry_run=wanted.dry_run)
    return not tally.rooms[What.BROKEN]


async def _recorded(events: Events, wanted: Wanted) -> Tally:
    if wanted.dry_run:
        return await _archive(events, wanted)
    acting = audit(events, wanted.operator)
    async with acting.action("archive", " ".join(wanted.rooms) or "*") as ending:
        tally = await _archive(events, wanted)
        ending.note = ", ".join(f"{count} {what.name.lower()}" for what, count in tally.rooms.items())
        ending.failed = tally.rooms[What.BROKEN] > 0
    return tally


async def _archive(events: Events, wanted: Wanted) -> Tally:
    archive, kept = _places(events, wanted.to)
    archiver = Archiver(
        games=events.games,
        snapshots=events.snapshots,
        logs=GameLogs(events.games, kept),
        archive=archive,
        rules=GAMES,
    )
    rooms = [await room_id(events, named) for named in wanted.rooms] or await archiver.candidates()
    until = unix_milliseconds() - round(wanted.least_age * 1000)
    tally = Tally()
    with progress() as tell:
        for number, room in enumerate(rooms, start=1):
            outcome = await archiver.take(room, until=until, dry_run=wanted.dry_run)
            tally.add(outcome)
            if outcome.what is What.BROKEN or (wanted.rooms and outcome.what is not What.ARCHIVED):
                print(f"divan: {room}: {outcome.what}{outcome.why and ': '}{outcome.why}", file=sys.stderr)
            tell(number, len(rooms), f"{number:,} of {len(rooms):,} rooms looked at")
    return tally


def _places(events: Events, to: str | None) -> tuple[Archive, Sequence[Archive]]:
    """Where to write, and everywhere that games may be."""
    folder = archive_folder()
    kept = archives(events, folder)
    if to is None:
        return kept[0], kept
    if to == STREAM:
        return kept[-1], kept
    path = Path(to).absolute()
    if folder is None or folder.absolute() != path:
        print(f"divan: engines find these games once they have DIVAN_ARCHIVE={path}.", file=sys.stderr)
    archive = FolderArchive(path)
    return archive, (archive, *kept)


def _say(tally: Tally, before: dict[str, Size], after: dict[str, Size], *, dry_run: bool) -> None:
    print(f"{'game':<12} {'games':>7} {'entries':>9} {'in the log':>13} {'as a file':>13}  bytes of one")
    for game, of_game in sorted(tally.games.items()):
        one = f"{of_game['log'] / of_game['games']:,.0f} -> {of_game['file'] / of_game['games']:,.0f}"
        print(
            f"{game:<12} {of_game['games']:>7,} {of_game['entries']:>9,} {of_game['log']:>13,} "
            f"{of_game['file']:>13,}  {one}"
        )
    stay = ", ".join(f"{count:,} {what}" for what, count in tally.rooms.items() if what is not What.ARCHIVED)
    print(f"left as they are: {stay or 'none'}")
    if dry_run:
        print("nothing was done: this was --dry-run.")
    for name in sorted(name for name in before if before[name].messages or after[name].messages):
        changed = "" if dry_run else f" -> {after[name].messages:>9,} messages {after[name].bytes:>13,} bytes"
        print(f"{name:<12} {before[name].messages:>9,} messages {before[name].bytes:>13,} bytes{changed}")


def _say_json(tally: Tally, before: dict[str, Size], after: dict[str, Size]) -> None:
    told = {
        "rooms": {what.name.lower(): count for what, count in tally.rooms.items()},
        "games": {game: dict(of_game) for game, of_game in tally.games.items()},
        "streams": {name: {"before": asdict(before[name]), "after": asdict(after[name])} for name in before},
    }
    print(to_json(told).decode())
