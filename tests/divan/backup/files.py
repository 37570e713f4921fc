"""Backups for tests, made without a server."""

from pathlib import Path

from divan.backup.container import written
from divan.backup.manifest import Manifest, Part

PARTS = {"TABLES.stream": b"tables" * 300, "GAMES_0.stream": b"log" * 700, "KV_erased.stream": b"gone"}


def make(path: Path, *, leaving_out: str = "") -> Path:
    """A backup of PARTS; one of them may be named in the manifest and not be there."""
    with written(path) as writer:
        parts = []
        for name, data in PARTS.items():
            with writer.member(name) as member:
                member.write(data)
            parts.append(
                Part(
                    file=name,
                    stream=name.removesuffix(".stream"),
                    size=member.size,
                    sha256=member.digest,
                    taken=1,
                    config={},
                )
            )
        if leaving_out:
            parts.append(Part(file=leaving_out, stream="ROOMS", size=1, sha256="", taken=1, config={}))
        writer.end(
            Manifest(
                divan="1", server="2.15.1", begun=1, ended=2, partitions=16, shards=4, parts=tuple(parts)
            )
        )
    return path
