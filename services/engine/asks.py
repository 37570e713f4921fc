"""Answers to what edges ask: views, what was missed, the log and old positions as one reader may see them."""

import asyncio
from collections.abc import Sequence
from typing import Any

from libs.events.ports import EventsError
from libs.events.views import (
    Ask,
    AskAnswer,
    AskCommitment,
    AskFork,
    AskLog,
    AskMissed,
    AskPosition,
    AskPositions,
    AskRecord,
    AskRefused,
    AskView,
    Commitment,
    ForkOffer,
    LogPage,
    RecordPage,
    Told,
)
from libs.events.wire import pack, plain, unpack_plain, validate
from libs.runtime.delta import changes
from libs.runtime.game_file import header_of
from libs.runtime.replay import Page, replay
from libs.runtime.sight import Sight, document, sight, told, view_message
from libs.runtime.table import Reader, Table
from services.engine import forking
from services.engine.house import House
from services.engine.room import Room

Question = AskView | AskMissed | AskLog | AskPosition | AskPositions | AskRecord | AskCommitment | AskFork

LARGE_ANSWER = 128 * 1024
"""Bytes from which on an answer of several positions or entries ends: NATS takes 256 KiB in one message."""


ANY_ASK: type[Question] = Ask  # type: ignore[assignment]
"""The union as the validator takes it."""


def unpack_ask(data: bytes) -> Question:
    """An ask from its bytes. Raises Malformed."""
    ask: Question = validate(ANY_ASK, unpack_plain(data))
    return ask


async def answered(house: House, room: Room, ask: Question) -> AskAnswer:
    """The answer to one ask; never an exception where the log cannot be reached."""
    try:
        return await _answered(house, room, ask)
    except EventsError as error:
        room.forget()
        return refused("unavailable", str(error))
    except ValueError as error:
        return refused("log_broken", str(error))


async def _answered(house: House, room: Room, ask: Question) -> AskAnswer:
    if isinstance(ask, AskCommitment):
        key, commitment, version = house.keyring.commitment(room.id)
        return _given(Commitment(key=key, commitment=commitment, chance=version))
    table = await room.table()
    if table is None:
        return refused("not_begun", "This room's game has not begun.")
    if isinstance(ask, AskRecord):
        return await _record_page(house, room, table, ask)
    if isinstance(ask, AskFork):
        return await _fork_offer(house, room, ask)
    if ask.reader not in table.readers:
        return refused("no_such_seat", "There is no such seat at this table.")
    match ask:
        case AskView():
            return _given(_view(room, table, ask.reader))
        case AskMissed():
            lines = room.shows.told_since(table, ask.reader, ask.since)
            if lines is None:
                return refused("too_far_back", "What was told since is no longer at hand.")
            return _given({"told": lines, "view": _view(room, table, ask.reader)})
        case AskLog():
            return _given(await _log_page(house, room, ask))
        case AskPosition():
            return await _position(house, room, ask)
        case AskPositions():
            return await _positions(house, room, ask)


def _view(room: Room, table: Table, reader: Reader) -> dict[str, Any]:
    seen = room.shows.seen(reader) or sight(table.game, table.state, reader)
    return view_message(table, reader, seen, ())


async def _log_page(house: House, room: Room, ask: AskLog) -> LogPage:
    """From the reader's number `start` on; after the end with every command."""
    lines: list[Told] = []
    whole = room.record.has_ended
    async for page in replay(room.id, house.logs.read(room.id), house.games):
        number = page.table.numbers.get(ask.reader, 0)
        if ask.reader not in page.entry.shown or number < ask.start:
            continue
        if len(lines) == ask.limit:
            return LogPage(told=tuple(lines), next=number)
        lines.append(_line(page, number, ask.reader, whole=whole))
    return LogPage(told=tuple(lines), next=None)


def _line(page: Page, number: int, reader: Reader, *, whole: bool) -> Told:
    asked = page.entry.command
    own = reader is not None and asked.seat == reader
    return Told(
        number=number,
        at=page.entry.at,
        told=told(page.table.game, page.steps, reader),
        command={"seat": asked.seat, "origin": asked.origin, **asked.body} if whole or own else None,
        seq=page.entry.seq if whole else None,
    )


async def _position(house: House, room: Room, ask: AskPosition) -> AskAnswer:
    """The view as the reader had it at that number: what it saw then, not what is known now."""
    log = house.logs.read(room.id)
    async for page in replay(room.id, log, house.games):
        table = page.table
        if ask.reader in page.entry.shown and table.numbers[ask.reader] == ask.number:
            seen = sight(table.game, table.state, ask.reader)
            heard = told(table.game, page.steps, ask.reader)
            return _given(_past_view(page, room, ask.reader, seen, heard))
    return refused("not_yet", "That reader has not been shown so much yet.")


def _past_view(
    page: Page, room: Room, reader: Reader, seen: Sight, heard: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    return {**view_message(page.table, reader, seen, heard), "seq": _number_in_log(page, room)}


def _number_in_log(page: Page, room: Room) -> int | None:
    """Told once the game is over by now: before, it would tell how many entries were hidden."""
    return page.entry.seq if room.record.has_ended else None


async def _positions(house: House, room: Room, ask: AskPositions) -> AskAnswer:
    """The views from that number on: the first whole, each later one as the change from the one before."""
    first: dict[str, Any] | None = None
    then: list[dict[str, Any]] = []
    size, following = 0, None
    former: Sight | None = None
    log = house.logs.read(room.id)
    async for page in replay(room.id, log, house.games):
        table = page.table
        number = table.numbers.get(ask.reader, 0)
        if ask.reader not in page.entry.shown or number < ask.start:
            continue
        if first is not None and (len(then) + 1 == ask.limit or size > LARGE_ANSWER):
            following = number
            break
        seen = sight(table.game, table.state, ask.reader)
        if former is None:
            first = _past_view(page, room, ask.reader, seen, ())
            size += len(pack(first))
        else:
            found = changes(document(former), document(seen))
            if found is None:
                following = number
                break
            head = table.heads.get(ask.reader, table.hash)
            seq = _number_in_log(page, room)
            then.append({"number": number, "at": table.at, "head": head, "seq": seq, "changes": found})
            size += len(pack(found))
        former = seen
        # A view with its options takes milliseconds: other rooms have their turn in between.
        await asyncio.sleep(0)
    if first is None:
        return refused("not_yet", "That reader has not been shown so much yet.")
    return _given({"first": first, "then": then, "next": following})


async def _record_page(house: House, room: Room, now: Table, ask: AskRecord) -> AskAnswer:
    """The log as it is stored, from that entry on; it holds secrets until the game is over."""
    if not room.record.has_ended:
        return refused("not_yet", "The log of a game is given out once the game is over.")
    log: list[bytes] = []
    size, seq, following = 0, 0, None
    async for stored in house.logs.read(room.id):
        seq += 1
        if seq < ask.start:
            continue
        if log and (len(log) == ask.limit or size + len(stored.data) > LARGE_ANSWER):
            following = seq
            break
        log.append(stored.data)
        size += len(stored.data)
    return _given(RecordPage(header=plain(header_of(now)), log=tuple(log), next=following))


async def _fork_offer(house: House, room: Room, ask: AskFork) -> AskAnswer:
    if not room.record.has_ended:
        return refused("not_yet", "The game is not over yet.")
    source = await forking.read_source(house, room.id, ask.seq)
    if source is None:
        return refused("no_such_position", "The game has no such entry.")
    if source.is_over:
        return refused("game_over", "The game ends with this entry.")
    return _given(
        ForkOffer(
            game=source.game.name,
            options=dict(source.options),
            seats=source.seats,
            head=source.head.hex(),
        )
    )


def _given(message: Any) -> AskAnswer:
    """A message, or its plain form: a view comes so, and what was missed with it."""
    return AskAnswer(answer=plain(message))


def refused(code: str, message: str) -> AskAnswer:
    """An ask that gets no answer, and why."""
    return AskAnswer(refused=AskRefused(code=code, message=message))
