"""Where words stand among all that is stored: by stream and bucket, subjects and keys included."""

from base64 import b64decode
from collections.abc import AsyncIterator, Iterable

from libs.events.memory import MemoryServer
from libs.events.nats.connect import connect
from libs.events.nats.link import Link
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
            _note(found, name, [text async for text in _stored(link, name)], wanted)
    return found


async def _stored(link: Link, stream: str) -> AsyncIterator[str]:
    """Each message of a stream, its subject and headers too; not every stream may be read directly."""
    after = 0
    while True:
        answer = await link.api(f"STREAM.MSG.GET.{stream}", {"seq": after + 1, "next_by_subj": ">"})
        if "error" in answer:
            assert answer["error"]["code"] == 404, answer
            return
        message = answer["message"]
        after = message["seq"]
        parts = (b64decode(message.get(part, "")) for part in ("hdrs", "data"))
        yield f"{message['subject']} {b' '.join(parts)!r}"


def _note(found: Found, name: str, texts: Iterable[str], words: tuple[str, ...]) -> None:
    for text in texts:
        for word in words:
            if word in text:
                found.setdefault(name, set()).add(word)
