"""A backup into an empty server.

While it lasts there is a stream RESTORING on the server: services do not set themselves up there, and a
restore that was killed is known by it, and begun anew from an empty server. The settings come last, so
that a service which only looks for its streams does not find an installation before it is whole.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from divan.backup.container import Backup
from divan.backup.manifest import Manifest, Part
from divan.exits import Exit, Trouble
from divan.progress import Tell
from libs.events.entry import unseal
from libs.events.nats import open_events
from libs.events.nats.snapshots import PIECE, Snapshots, StreamState, open_snapshots
from libs.events.ports import Events, Unavailable
from libs.events.streams import BUCKETS, RESTORING, Installation, streams
from libs.runtime.platform_events import reveals_secret
from libs.runtime.wall_clock import unix_milliseconds
from services.rooms.erasures import Erasures

SETTINGS = BUCKETS["settings"].stream

ATTEMPTS = 3
"""So often a stream is begun anew where the server ends its restoring, or goes away meanwhile."""

AT_ONCE = 64
"""Rooms that are looked at side by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What stands on the server: streams as it counts them, rooms that were woken, people to be erased."""

    streams: Mapping[str, StreamState]
    woken: int
    erased: int


async def restore(
    backup: Backup, url: str, *, replicas: int | None, erased: Collection[str], tell: Tell
) -> Restored:
    """Restore a backup that was checked; `erased` are pseudonyms to erase besides those it knows of.

    `replicas` of each stream; None: as they were. Raises Trouble where the server is not empty, and Refused
    and Unavailable, after which the restore must be begun anew.
    """
    manifest = backup.manifest
    async with open_snapshots(url) as snapshots:
        await _empty(snapshots, manifest)
        there = {}
        done, total = 0, sum(part.size for part in manifest.streams)
        for part in _settings_last(manifest.streams):
            tell(done, total, f"{part.stream}: {part.size:,} bytes")
            config = part.config if replicas is None else part.config | {"num_replicas": replicas}
            there[part.stream] = await _stream(snapshots, backup, part, config)
            done += part.size
        # A server that went away meanwhile has perhaps not come back with all that it had taken before.
        await _require_whole(snapshots, manifest.streams)
        again = woken = 0
        if SETTINGS in there:
            shape = _installation(manifest, replicas)
            async with open_events(url, name="restore", installation=shape, setting_up=False) as events:
                again = await _erase_again(events, erased)
                woken = await wake(events, tell)
        await snapshots.remove(RESTORING)
    if SETTINGS in there:
        async with open_events(url, name="restore", installation=_installation(manifest, replicas)):
            # What was left out, and what is new in this build, is made. All else is done already.
            pass
    return Restored(streams=there, woken=woken, erased=again)


def _installation(manifest: Manifest, replicas: int | None) -> Installation:
    """As it was, but for the replicas."""
    settings = next(part for part in manifest.streams if part.stream == SETTINGS)
    return Installation(
        partitions=manifest.partitions,
        shards=manifest.shards,
        replicas=replicas or settings.config["num_replicas"],
    )


async def _empty(snapshots: Snapshots, manifest: Manifest) -> None:
    """See that nothing of ours is there, and mark it as being restored. Raises Trouble."""
    there = await snapshots.states()
    ours = [name for name in there if name in _names(manifest)]
    if RESTORING not in there:
        if full := [
            f"{name} ({there[name].last:,})" for name in ours if not _is_only_set_up(name, there[name])
        ]:
            raise Trouble(
                f"the server is not empty: something was written to {', '.join(sorted(full))}. A backup goes "
                "into an empty server: restore into a new one, and look at both before the old one goes.",
                Exit.UNAVAILABLE,
            )
        await snapshots.add(RESTORING, "restoring", "a backup is being restored here, and is not whole yet")
    for name in ours:
        await snapshots.remove(name)


def _names(manifest: Manifest) -> set[str]:
    declared = streams(Installation(partitions=manifest.partitions, shards=manifest.shards))
    return {
        *(stream.name for stream in declared),
        *(bucket.stream for bucket in BUCKETS.values()),
        *(part.stream for part in manifest.streams),
    }


def _is_only_set_up(name: str, state: StreamState) -> bool:
    """Whether it is as `divan setup` makes it, which writes nothing but settings."""
    return name == SETTINGS or state.last == 0


def _settings_last(parts: Iterable[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: part.stream == SETTINGS)


async def _stream(snapshots: Snapshots, backup: Backup, part: Part, config: dict[str, object]) -> StreamState:
    """Begun anew where the server ends it: nothing else writes there, so that what is left of it may go."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await _written(snapshots, backup, part, config, anew=attempt > 1)
        except Unavailable:
            if attempt == ATTEMPTS:
                raise
            await snapshots.remove(part.stream)
    raise AssertionError


async def _written(
    snapshots: Snapshots, backup: Backup, part: Part, config: dict[str, object], *, anew: bool
) -> StreamState:
    state = StreamState(
        messages=part.messages, bytes=part.bytes, first=part.first, last=part.last, consumers=part.consumers
    )
    chunks = as_they_come(backup.chunks(part, PIECE))
    return await snapshots.restore(part.stream, config, state, chunks, anew=anew)


async def _require_whole(snapshots: Snapshots, parts: Iterable[Part]) -> None:
    """Raises Trouble, and Unavailable where one is not there."""
    for part in parts:
        last = (await snapshots.state(part.stream)).last
        if last < part.last:
            raise Trouble(f"{part.stream} was restored up to message {last} only, not up to {part.last}.")


async def as_they_come(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces of a part, one after the other."""
    for chunk in chunks:
        yield chunk


async def _erase_again(events: Events, more: Collection[str]) -> int:
    """Whoever was erased may be back: each is asked for again, and erased once the services run."""
    erasures = Erasures(events.bucket("erased"), unix_milliseconds)
    people = {person async for person, _ in erasures.all()} | set(more)
    for person in sorted(people):
        await erasures.ask(person)
    return len(people)


async def wake(events: Events, tell: Tell) -> int:
    """Give each room whose game is not over a timer that fires at once; how many there are.

    A timer that was replaced while its stream was read may be missing: the old one was removed before
    its place was read, and the new one stands past the end of what was. An engine that looks at the room
    sees to the timer, to bots that are to be asked, and to what other services must know.
    """
    rooms = sorted(await events.games.counts())
    woken, now = 0, unix_milliseconds()
    for at in range(0, len(rooms), AT_ONCE):
        chunk = rooms[at : at + AT_ONCE]
        running = await asyncio.gather(*(_is_running(events, room) for room in chunk))
        some = [room for room, is_running in zip(chunk, running, strict=True) if is_running]
        await asyncio.gather(*(events.timers.arm(room, now) for room in some))
        woken += len(some)
        tell(at, len(rooms), f"{woken:,} games go on")
    return woken


async def _is_running(events: Events, room: str) -> bool:
    last = await events.games.last(room)
    if last is None:
        return False
    try:
        entry, _ = unseal(last.data)
    except ValueError:
        # The engine says what is wrong with it.
        return True
    return not reveals_secret(entry)
