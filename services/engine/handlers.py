"""The engine: rooms of the partitions that it holds, fed by commands, asks and timers."""

import asyncio
from contextlib import suppress
from functools import partial

import structlog

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.ports import EventsError, Heard, Listening
from libs.events.views import AskAnswer
from libs.events.wire import Malformed, pack, unpack
from services.engine import metrics
from services.engine.asks import Question, answered, refused, unpack_ask
from services.engine.house import House
from services.engine.rejections import MALFORMED
from services.engine.room import Room

log = structlog.get_logger()

SAVE_WITHIN = 1.0
"""Seconds for storing the rooms of a partition before it is let go; the next holder can do without."""


class Engine:
    """Implements `PartitionEvents`: what it is told of partitions it turns into rooms in memory."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rooms: dict[int, dict[str, Room]] = {}
        self._listening: dict[int, list[Listening]] = {}

    # Partitions

    async def gained(self, partition: int) -> None:
        """Start to listen for the partition's commands and asks."""
        bus = self._house.events.bus
        self._rooms[partition] = {}
        self._listening[partition] = [
            await bus.listen(subjects.commands(partition), partial(self._command, partition)),
            await bus.listen(subjects.asks(partition), partial(self._ask, partition)),
        ]
        metrics.PARTITIONS.set(len(self._listening))
        log.info("partition_gained", partition=partition)

    async def lost(self, partition: int) -> None:
        """Stop listening, and drop the rooms: somebody else may write to them now."""
        for listening in self._listening.pop(partition, []):
            await listening.stop()
        metrics.ROOMS.dec(len(self._rooms.pop(partition, {})))
        metrics.PARTITIONS.set(len(self._listening))
        log.info("partition_lost", partition=partition)

    async def due(self, room: str) -> bool:
        """A timer of that room fired."""
        partition = subjects.partition(room, self._house.events.partitions)
        if partition not in self._rooms:
            return False
        dealt: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def look() -> None:
            done = False
            try:
                done = await self._room(partition, room).due()
            finally:
                if not dealt.done():
                    dealt.set_result(done)

        return await dealt if self._room(partition, room).inbox.put(look) else False

    # Messages

    def _command(self, partition: int, heard: Heard) -> None:
        try:
            command = unpack(Command, heard.data)
            own = subjects.partition(command.room, self._house.events.partitions)
            if command.origin == "clock" or heard.subject != subjects.command(
                command.origin, own, command.room
            ):
                raise Malformed("the subject is not that of the command's room and origin")
        except Malformed as error:
            metrics.MALFORMED.labels("command").inc()
            log.warning("malformed_command", subject=heard.subject, reason=str(error))
            self._reply(heard, Answer(id="", outcome="rejected", code=MALFORMED.code, message=str(error)))
            return
        room = self._room(partition, command.room)

        async def answer(outcome: Answer) -> None:
            await heard.answer(pack(outcome))

        if not room.inbox.put(partial(room.command, command, answer, heard.headers)):
            metrics.OVERFLOWS.inc()
            busy = Answer(
                id=command.id, outcome="retry", code="busy", message="Too much waits for this room."
            )
            self._reply(heard, busy)

    def _ask(self, partition: int, heard: Heard) -> None:
        id = subjects.room_of(heard.subject)
        try:
            ask: Question = unpack_ask(heard.data)
            if heard.subject != subjects.ask(subjects.partition(id, self._house.events.partitions), id):
                raise Malformed("the subject is not that of the room's partition")
        except Malformed as error:
            metrics.MALFORMED.labels("ask").inc()
            self._reply(heard, refused("malformed", str(error)))
            return
        if not self._house.holds(id):
            self._reply(heard, refused("unavailable", "Another engine has this room now."))
            return
        room = self._room(partition, id)

        async def look() -> None:
            await heard.answer(pack(await answered(self._house, room, ask)))

        if not room.inbox.put(look):
            metrics.OVERFLOWS.inc()
            self._reply(heard, refused("unavailable", "Too much waits for this room."))

    def _reply(self, heard: Heard, message: Answer | AskAnswer) -> None:
        async def reply() -> None:
            try:
                await heard.answer(pack(message))
            except EventsError as error:
                log.warning("answer_not_sent", subject=heard.subject, reason=str(error))

        if heard.wants_answer:
            self._house.spawn(reply())

    # Memory

    def _room(self, partition: int, id: str) -> Room:
        rooms = self._rooms.setdefault(partition, {})
        room = rooms.get(id)
        if room is None:
            room = rooms[id] = Room(id, self._house)
            metrics.ROOMS.inc()
        return room

    def put_away_idle(self, idle: float, at_hand: int) -> None:
        """Let rooms leave memory that nobody asked anything for `idle` seconds, or beyond `at_hand`."""
        horizon = self._house.now() - idle * 1000
        everything = [(p, room) for p, rooms in self._rooms.items() for room in rooms.values()]
        everything.sort(key=lambda each: each[1].inbox.used)
        too_many = len(everything) - at_hand
        for place, (partition, room) in enumerate(everything):
            if room.inbox.busy or (room.inbox.used > horizon and place >= too_many):
                continue
            room.inbox.put(partial(self._put_away, partition, room))

    async def _put_away(self, partition: int, room: Room) -> None:
        await room.put_away()
        rooms = self._rooms.get(partition, {})
        if rooms.get(room.id) is room and not room.inbox.waiting:
            del rooms[room.id]
            metrics.ROOMS.dec()

    async def save(self, partition: int) -> None:
        """Store where the rooms of a partition are, so that its next holder need not read their logs."""
        saving = [self._saved(room) for room in self._rooms.get(partition, {}).values()]
        with suppress(TimeoutError):
            async with asyncio.timeout(SAVE_WITHIN):
                await asyncio.gather(*saving)

    async def _saved(self, room: Room) -> None:
        """After what the room is at."""
        saved = asyncio.Event()

        async def save() -> None:
            try:
                await room.put_away()
            finally:
                saved.set()

        if room.inbox.put(save):
            await saved.wait()

    def rooms_at_hand(self) -> int:
        """How many rooms are in memory."""
        return sum(len(rooms) for rooms in self._rooms.values())
