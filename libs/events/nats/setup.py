"""Making the server agree with the declarations: created, migrated, or refused with what differs."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import structlog

from libs.events.nats.kv import NatsBucket
from libs.events.nats.link import Link
from libs.events.nats.patience import PAUSE, within
from libs.events.nats.server_times import milliseconds
from libs.events.nats.storing import write_id
from libs.events.ports import Conflict, Refused, Unavailable
from libs.events.streams import (
    BOTS,
    BUCKETS,
    KEYING,
    OLDEST_SERVER,
    RESTORING,
    Consumer,
    Installation,
    consumers,
    streams,
)
from libs.events.write_keys import ANY, key_of, keyed, new_key, veiled

log = structlog.get_logger()

INSTALLATION = "installation"
"""The key in the bucket `settings` of what is fixed for good."""

MADE = "made"
"""The key in the bucket `settings` of all streams and consumers that a set-up has made so far."""

NAME_TAKEN = frozenset({10058, 10148, 10013})
"""A stream or consumer of that name is there and differs."""

BEGAN = ("deliver_policy", "opt_start_seq")
"""Where a consumer began: of one that is there it cannot be changed."""

SET_UP_LIMIT = 30.0

LOOK_EVERY = 1.0
SAY_EVERY = 10.0
"""Seconds between two looks whether the installation was set up, and between two words that it was not."""


class SetUpRefused(Refused):
    """The server or what it holds does not fit this build: the text says what, and both sides of it."""


def check_version(link: Link) -> None:
    """Raises SetUpRefused for a server that lacks what the log needs."""
    version = link.client.connected_server_version
    if (version.major, version.minor) < OLDEST_SERVER:
        oldest = ".".join(map(str, OLDEST_SERVER))
        found = f"{version.major}.{version.minor}.{version.patch}"
        raise SetUpRefused(
            f"nats-server {found} is too old: scheduled messages and pinned consumers need {oldest} or newer"
        )


async def set_up(link: Link, installation: Installation) -> None:
    """Create what is not there, update what has changed. Idempotent, also by several processes at once.

    No stream comes to be on fewer servers than before. Raises SetUpRefused for a server that is too old,
    an installation of another shape, or a change that the server cannot make.
    """
    check_version(link)
    await check_not_restoring(link)
    async with within(SET_UP_LIMIT, "the streams could not be set up in time"):
        settings = BUCKETS["settings"]
        installation = replace(
            installation, replicas=max(installation.replicas, await replicas_of(link, settings.stream))
        )
        await _ensure_stream(link, settings.config(installation.replicas))
        await record_installation(link, installation)
        for bucket in BUCKETS.values():
            await _ensure_stream(link, bucket.config(installation.replicas))
        for stream in streams(installation):
            await _ensure_stream(link, stream.config(installation.replicas))
        for consumer in consumers(installation):
            await ensure_consumer(link, consumer)
        await _record_made(link, installation)


async def wait_for_set_up(link: Link, installation: Installation) -> None:
    """Until all that this build declares was made by somebody who may: for a user that may not.

    Raises Unavailable while a backup is being restored, SetUpRefused for a server that is too old or an
    installation of another shape, and Refused where the user may not even look.
    """
    check_version(link)
    clock = asyncio.get_running_loop().time
    said = -SAY_EVERY
    while missing := await _missing(link, installation):
        if clock() - said >= SAY_EVERY:
            said = clock()
            log.warning(
                "waiting_for_set_up",
                missing=len(missing),
                first=missing[0],
                remedy="run `divan setup` as the admin user",
            )
        await asyncio.sleep(LOOK_EVERY)
    await check_not_restoring(link)
    await check_installation(link, installation)


async def _missing(link: Link, installation: Installation) -> list[str]:
    """The names of what this build declares and no set-up has made."""
    try:
        kept = await _settings(link).get(MADE)
    except Unavailable:
        kept = None  # The bucket itself is not there yet, or the server is away: both pass.
    made = set(json.loads(kept.value)) if kept else set()
    return [name for name in _declared(installation) if name not in made]


async def _record_made(link: Link, installation: Installation) -> None:
    """Add to what was made before: an older build that sets up again takes nothing away."""
    settings = _settings(link)
    while True:
        kept = await settings.get(MADE)
        before = json.loads(kept.value) if kept else []
        made = sorted({*before, *_declared(installation)})
        if made == before:
            return
        data = json.dumps(made).encode()
        try:
            await (settings.update(MADE, data, kept.revision) if kept else settings.create(MADE, data))
        except Conflict:
            continue  # Another process sets up at the same time.
        return


def _declared(installation: Installation) -> list[str]:
    return [
        *(bucket.stream for bucket in BUCKETS.values()),
        *(stream.name for stream in streams(installation)),
        *(f"{consumer.stream}.{consumer.named(ANY)}" for consumer in consumers(installation)),
    ]


async def check_not_restoring(link: Link) -> None:
    """Raises Unavailable while a backup is being restored: what was made meanwhile would be in its way."""
    if "error" not in await _api(link, f"STREAM.INFO.{RESTORING}", {}):
        raise Unavailable("a backup is being restored here, or was not to its end: `divan restore`")


async def replicas_of(link: Link, stream: str) -> int:
    """On how many servers a stream is; 0: it is not there."""
    info = await _api(link, f"STREAM.INFO.{stream}", {})
    replicas: int = 0 if "error" in info else info["config"]["num_replicas"]
    return replicas


async def record_installation(link: Link, installation: Installation) -> None:
    """Partitions and shards as they were at the first set-up, which this is if none is recorded."""
    try:
        await _settings(link).create(INSTALLATION, json.dumps(_shape(installation)).encode())
    except Conflict:
        await check_installation(link, installation)


async def check_installation(link: Link, installation: Installation) -> None:
    """Raises SetUpRefused for other partitions or shards, Unavailable where nothing was set up yet."""
    found = _shape(await recorded_installation(link))
    if found != _shape(installation):
        raise SetUpRefused(
            f"this installation was set up with {_words(found)}, which cannot be changed; "
            f"{_words(_shape(installation))} was asked for"
        )


async def recorded_installation(link: Link) -> Installation:
    """As it was first set up. Raises Unavailable where nothing was set up yet."""
    kept = await _settings(link).get(INSTALLATION)
    if kept is None:
        raise Unavailable("this installation was not set up yet")
    return Installation(**json.loads(kept.value))


def _settings(link: Link) -> NatsBucket:
    return NatsBucket(link, BUCKETS["settings"])


def _shape(installation: Installation) -> dict[str, int]:
    return {"partitions": installation.partitions, "shards": installation.shards}


def _words(shape: dict[str, int]) -> str:
    return f"{shape['partitions']} partitions in {shape['shards']} shards"


async def _ensure_stream(link: Link, declared: dict[str, Any]) -> None:
    name = declared["name"]
    answer = await _api(link, f"STREAM.CREATE.{name}", keyed(declared, new_key()))
    if _code(answer) not in NAME_TAKEN:
        _raise_for(answer, f"stream {name} cannot be created")
        return
    config = await _config(link, name)
    if key := key_of(config):
        await _migrate(link, config, keyed(declared, key))
        return
    async with _giving_keys(link):
        config = await _config(link, name)
        await _migrate(link, config, keyed(declared, key_of(config) or new_key()))


async def _config(link: Link, stream: str) -> dict[str, Any]:
    info = await _api(link, f"STREAM.INFO.{stream}", {})
    _raise_for(info, f"stream {stream} cannot be read")
    config: dict[str, Any] = info["config"]
    return config


async def _migrate(link: Link, config: dict[str, Any], wanted: dict[str, Any]) -> None:
    changes = differences(config, wanted)
    if not changes:
        return
    name = wanted["name"]
    answer = await _api(link, f"STREAM.UPDATE.{name}", {**_kept(config), **wanted})
    _raise_for(answer, f"stream {name} differs and cannot be changed: {'; '.join(changes)}")
    log.info("stream_migrated", stream=name, changes=changes)


@asynccontextmanager
async def _giving_keys(link: Link) -> AsyncIterator[None]:
    """One set-up at a time: a second key would take the first one's place, under which timers were armed."""
    # What differs in a word is another stream, of which the server makes one.
    claim = {"name": KEYING, "subjects": [KEYING.lower()], "description": write_id()}
    while _code(answer := await _api(link, f"STREAM.CREATE.{KEYING}", claim)) in NAME_TAKEN:
        info = await _api(link, f"STREAM.INFO.{KEYING}", {})
        if "error" not in info and _age(info) > SET_UP_LIMIT:
            # Whoever made it is no more.
            await _api(link, f"STREAM.DELETE.{KEYING}", {})
        await asyncio.sleep(PAUSE)
    _raise_for(answer, "streams cannot be given keys")
    try:
        yield
    finally:
        await _api(link, f"STREAM.DELETE.{KEYING}", {})


def _age(info: dict[str, Any]) -> float:
    """Seconds since a stream was made, by the server's clock."""
    return (milliseconds(info["ts"]) - milliseconds(info["created"])) / 1000


def _kept(config: dict[str, Any]) -> dict[str, Any]:
    """What an operator may have set besides what we declare: compression, placement …"""
    return {key: value for key, value in config.items() if key != "metadata"}


async def found_again(link: Link, consumer: Consumer) -> None:
    """Look for a consumer that does not answer under its name: its stream may have been made anew."""
    link.write_keys.forget(consumer.stream)
    await ensure_consumer(link, consumer)


async def ensure_consumer(link: Link, consumer: Consumer) -> None:
    """Create or update a durable consumer; it goes on where it was. Where it is as declared, that is all:
    a user that may not create one can make sure of it too.
    """
    what = f"consumer {consumer.name} of stream {consumer.stream}"
    name = await link.name_of(consumer)
    wanted = consumer.config(name)
    info = await _consumer(link, consumer.stream, name)
    former = await _consumer(link, consumer.stream, consumer.name) if info is None else None
    changes: list[str] = []
    if info is not None:
        changes = differences(info["config"], wanted)
        if not changes:
            return
        wanted |= {field: info["config"][field] for field in BEGAN if field in info["config"]}
    elif former is not None and consumer.stream != BOTS.name:
        wanted |= dict(zip(BEGAN, ("by_start_sequence", former["ack_floor"]["stream_seq"] + 1), strict=True))
    elif former is not None:
        # A queue has one consumer at a time. What it had given and was not acknowledged comes again.
        await _api(link, f"CONSUMER.DELETE.{consumer.stream}.{consumer.name}", {})
    answer = await _api(
        link,
        f"CONSUMER.CREATE.{consumer.stream}.{name}.{consumer.filter}",
        {"stream_name": consumer.stream, "config": wanted, "action": ""},
    )
    if "error" in answer and info is None:
        # Another set-up may have made it meanwhile, and let it begin elsewhere.
        made = await _consumer(link, consumer.stream, name)
        if made is not None and not differences(made["config"], consumer.config(name)):
            return
    _raise_for(answer, f"{what} cannot be set up{': ' if changes else ''}{'; '.join(changes)}")
    if former is not None:
        await _api(link, f"CONSUMER.DELETE.{consumer.stream}.{consumer.name}", {})
        log.info("consumer_renamed", stream=consumer.stream, consumer=consumer.name)


async def _consumer(link: Link, stream: str, name: str) -> dict[str, Any] | None:
    info = await _api(link, f"CONSUMER.INFO.{stream}.{name}", {})
    return None if "error" in info else info


def differences(found: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Each declared field that the server has otherwise, with both values. It omits what is unset."""
    return [
        veiled(f"{field} is {_present(found, field, value)!r}, declared is {value!r}")
        for field, value in wanted.items()
        if _present(found, field, value) != value
    ]


def _present(found: dict[str, Any], field: str, wanted: Any) -> Any:
    if field == "persist_mode":
        return found.get(field, "default")
    return found.get(field) or type(wanted)()


async def _api(link: Link, subject: str, request: dict[str, Any]) -> dict[str, Any]:
    async with within(link.limit, f"JetStream did not answer to {subject}"):
        return await link.api(subject, request)


def _code(answer: dict[str, Any]) -> int:
    code: int = answer.get("error", {}).get("err_code", 0)
    return code


def _raise_for(answer: dict[str, Any], what: str) -> None:
    if error := answer.get("error"):
        if error.get("code") == 503:
            raise Unavailable(f"{what} now ({error.get('description')})")
        raise SetUpRefused(f"{what} ({error.get('description')})")
