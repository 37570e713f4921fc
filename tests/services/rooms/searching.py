"""Where words stand among all that is stored: by stream and bucket, subjects and keys included."""

from collections.abc import Iterable

from libs.events.memory import MemoryServer
from libs.events.nats.connect import connect
from libs.events.nats.reading import messages
from libs.events.streams import BUCKETS, Installation, streams

Found = dict[str, set[str]]
"""By the name of a stream: the words that were found there."""


def in_memory(server: MemoryServer, words: Iterable[str]) -> Found:
    wanted = tuple(words)
    found: Found = {}
    for name, stream in server.streams.items():
        _note(found, name, (f"{one.key} {one.data!r}" for one in stream.after(0)), wanted)
    for name, values in server.buckets.items():
        _note(
            found, BUCKETS[name].stream, (f"{key} {value!r}" for key, (value, *_) in values.items()), wanted
        )
    return found


async def on_nats(url: str, words: Iterable[str]) -> Found:
    wanted = tuple(words)
    found: Found = {}
    named = [stream.name for stream in streams(Installation())]
    async with connect(url, name="search") as link:
        for name in (*named, *(bucket.stream for bucket in BUCKETS.values())):
            texts = [
                f"{one.subject} {one.headers} {one.data!r}" async for one in messages(link, name, ">", 0)
            ]
            _note(found, name, texts, wanted)
    return found


def _note(found: Found, name: str, texts: Iterable[str], words: tuple[str, ...]) -> None:
    for text in texts:
        for word in words:
            if word in text:
                found.setdefault(name, set()).add(word)
