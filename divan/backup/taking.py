"""A backup of a running installation: stream by stream, in the order of `divan.backup.order`."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from divan.backup.container import Writer, written
from divan.backup.manifest import KEY, Manifest, Part
from divan.backup.order import in_order
from divan.exits import Exit, Trouble
from divan.progress import Tell
from libs.events.nats.snapshots import Snapshots, open_snapshots
from libs.events.ports import Unavailable
from libs.runtime.wall_clock import unix_milliseconds

ATTEMPTS = 3
"""So often a stream is begun anew where the server goes away while it is read."""


async def take(url: str, to: Path, *, only: Collection[str], key: bytes | None, tell: Tell) -> Manifest:
    """Write the backup; `only` these streams (empty: all that belong into one), `key` the master key.

    Raises Trouble, Refused and Unavailable; then there is no file of that name, or the former one.
    """
    begun = unix_milliseconds()
    async with open_snapshots(url) as snapshots:
        there = await snapshots.states()
        installation = await snapshots.installation()
        names = _chosen(there, only)
        sizes = {name: there[name].bytes for name in names}
        with written(to) as writer:
            parts = [
                await _stream(writer, snapshots, name, Told(tell, sizes, names[:number]))
                for number, name in enumerate(names)
            ]
            if key is not None:
                parts.append(_key(writer, key))
            manifest = Manifest(
                divan=version("divan"),
                server=snapshots.server,
                begun=begun,
                ended=unix_milliseconds(),
                partitions=installation.partitions,
                shards=installation.shards,
                parts=tuple(parts),
            )
            writer.end(manifest)
    return manifest


def _chosen(there: Collection[str], only: Collection[str]) -> list[str]:
    if unknown := sorted(set(only) - set(there)):
        raise Trouble(
            f"there is no stream {', '.join(unknown)}. There are: {', '.join(sorted(there))}.", Exit.USAGE
        )
    return in_order(only if only else there)


class Told:
    """How far it is in all, in the bytes that the streams take in the server."""

    def __init__(self, tell: Tell, sizes: Mapping[str, int], done: Collection[str]) -> None:
        self._tell = tell
        self._total = sum(sizes.values())
        self._done = sum(sizes[name] for name in done)

    def __call__(self, name: str, size: int) -> None:
        self._tell(min(self._done + size, self._total), self._total, f"{name}: {size:,} bytes")


async def _stream(writer: Writer, snapshots: Snapshots, name: str, told: Told) -> Part:
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return await _read(writer, snapshots, name, told)
        except Unavailable:
            if attempt == ATTEMPTS:
                raise
    raise AssertionError


async def _read(writer: Writer, snapshots: Snapshots, name: str, told: Told) -> Part:
    taken = unix_milliseconds()
    with writer.member(f"{name}.stream") as member:
        async with snapshots.take(name) as taking:
            async for chunk in taking.chunks:
                member.write(chunk)
                told(name, member.size)
    return Part(
        file=f"{name}.stream",
        stream=name,
        size=member.size,
        sha256=member.digest,
        taken=taken,
        config=taking.config,
        **asdict(taking.state),
    )


def _key(writer: Writer, key: bytes) -> Part:
    with writer.member(KEY) as member:
        member.write(key)
    return Part(file=KEY, size=member.size, sha256=member.digest, taken=unix_milliseconds(), config={})
