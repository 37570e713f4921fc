"""What a game takes of disk: in each stream while it stands in the log, and once it is archived."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

from divan.archiving.archiver import Archiver, What
from divan.bench.figures import Figure
from divan.exits import Trouble
from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.nats import open_events
from libs.events.nats.inspection import Size, stream_sizes
from libs.events.ports import Events, Unavailable
from libs.events.tables import TableFact
from libs.events.wire import pack, unpack
from libs.games.catalog import GAMES
from libs.runtime.archive import archives
from libs.runtime.bots import kinds
from libs.runtime.game_logs import GameLogs

PATIENCE = 600.0
"""Seconds in which all games of a kind must be over."""

SETTLED = 3.0
"""Seconds for what follows the end of the last game: snapshots, and the telling of the public."""


async def sizes(url: str, game: str, games: int) -> list[Figure]:
    """So many games of bots, with all seats taken, on the installation behind `url`; bytes of one."""
    seats = max(GAMES[game].seats)
    async with open_events(url, name="bench", setting_up=False) as events:
        before = _by_kind(await stream_sizes(url))
        rooms = [f"size-{game}-{number}" for number in range(games)]
        for room in rooms:
            await _start(events, room, game, seats)
        await _over(events, rooms)
        await asyncio.sleep(SETTLED)
        played = _by_kind(await stream_sizes(url))
        entries, files = await _archive(events, rooms)
        archived = _by_kind(await stream_sizes(url))
    note = f"{game}, {seats} seats, {games} games, {entries / games:.0f} entries each"
    taken = {kind: (played[kind] - before[kind]) / games for kind in played}
    return [
        *(
            Figure(name=f"a game in {kind}", value=size, unit="bytes", note=note)
            for kind, size in sorted(taken.items())
            if size > 0
        ),
        Figure(name="its compressed file", value=files / games, unit="bytes", note=note),
        Figure(
            name="archived, in the games' log",
            value=(archived["GAMES"] - before["GAMES"]) / games,
            unit="bytes",
            note=note,
        ),
        Figure(
            name="archived, in ARCHIVE",
            value=(archived["ARCHIVE"] - before["ARCHIVE"]) / games,
            unit="bytes",
            note=note,
        ),
    ]


def _by_kind(found: Mapping[str, Size]) -> Counter[str]:
    """Bytes by stream, the shards of the log as one."""
    taken: Counter[str] = Counter()
    for name, size in found.items():
        taken["GAMES" if name.startswith("GAMES_") else name] += size.bytes
    return taken


async def _start(events: Events, room: str, game: str, seats: int) -> None:
    body = {
        "type": "start",
        "game": game,
        "options": {},
        "seats": [{"player": "bot", "bot": kinds(game)[0]}] * seats,
    }
    command = Command(room=room, id="start", origin="host", body=body)
    subject = subjects.command("host", subjects.partition(room, events.partitions), room)
    for _ in range(20):
        try:
            answer = unpack(Answer, await events.bus.request(subject, pack(command), within=2))
        except Unavailable:
            await asyncio.sleep(0.5)
            continue
        if answer.outcome in ("accepted", "repeated"):
            return
    raise Trouble(f"no engine begins {room}.")


async def _over(events: Events, rooms: list[str]) -> None:
    until = time.monotonic() + PATIENCE
    for room in rooms:
        while True:
            fact = await events.tables.get(room)
            if fact is not None and unpack(TableFact, fact).over_at is not None:
                break
            if time.monotonic() > until:
                raise Trouble(f"{room} was not over within {PATIENCE:.0f} s.")
            await asyncio.sleep(0.2)


async def _archive(events: Events, rooms: list[str]) -> tuple[int, int]:
    """Entries and bytes of files of them all."""
    kept = archives(events, None)
    archiver = Archiver(
        games=events.games,
        snapshots=events.snapshots,
        logs=GameLogs(events.games, kept),
        archive=kept[0],
        rules=GAMES,
    )
    entries = files = 0
    for room in rooms:
        outcome = await archiver.take(room, until=1 << 60)
        if outcome.what is not What.ARCHIVED:
            raise Trouble(f"{room} was not archived: {outcome.what} {outcome.why}")
        entries += outcome.entries
        files += outcome.file
    return entries, files
