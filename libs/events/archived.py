"""A game that was taken out of the log, in pieces that a message can hold (subject `archive.<room>`)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictBytes

from libs.events.commands import RoomId
from libs.events.entry import Hash


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPart:
    """One piece of a game file compressed with gzip (docs/game-file.md).

    digest  SHA-256 of the whole file: pieces of one file carry the same
    part    which piece it is, from 0, of `parts`
    """

    v: Literal[1] = 1
    room: RoomId
    digest: Hash
    part: Annotated[int, Field(strict=True, ge=0)]
    parts: Annotated[int, Field(strict=True, ge=1)]
    data: StrictBytes
