"""Builders for the tests of the bots: questions, and an engine's side of the bus that answers as told."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.memory import MemoryServer
from libs.events.ports import Events, Heard
from libs.events.tables import BotQuestion
from libs.events.wire import pack, unpack
from services.ai.config import Config
from services.ai.process import Program

ROOM = "room1"

BAD_BOTS = "tests.services.ai.bad_bots:BOTS"

PROGRAM = Program(registry=BAD_BOTS)

AT_ONCE = Config(nats_url="nats://127.0.0.1:1", bot_processes=1, bot_pause_min=0, bot_pause_max=0)
"""For a service that is given its events, whose bots answer without a pause."""

OPTIONS = tuple({"command": {"type": "place", "cell": cell}, "fields": {}} for cell in range(3))

ASKED_AT = 1_700_000_000_000
"""Where the movable clock of the memory server stands at first."""


def question(
    kind: str = "first",
    *,
    room: str = ROOM,
    seat: int = 1,
    number: int = 4,
    ends_at: int | None = None,
    asked_at: int = ASKED_AT,
    view: Mapping[str, Any] | None = None,
    options: Sequence[Mapping[str, Any]] = OPTIONS,
) -> BotQuestion:
    return BotQuestion(
        room=room,
        game="tictactoe",
        seat=seat,
        kind=kind,
        question=7,
        number=number,
        asked_at=asked_at,
        ends_at=ends_at,
        view=dict(view or {"secret": "xyzzy"}),
        options=tuple(dict(option) for option in options),
    )


async def ask(events: Events, asked: BotQuestion) -> None:
    await events.bots.put(f"{asked.game}.{asked.room}", pack(asked))


def accepted(command: Command) -> Answer:
    return Answer(id=command.id, outcome="accepted", number=5)


def refused(command: Command, code: str) -> Answer:
    return Answer(id=command.id, outcome="rejected", code=code, message="No.")


class EngineSide:
    """Keeps the commands that come; each is answered by the next of `codes`, then accepted.

    A code is one of a refusal, or `retry`, or `silence`.
    """

    def __init__(self, *codes: str) -> None:
        self.commands: list[Command] = []
        self._codes = list(codes)
        self._came: asyncio.Queue[Command] = asyncio.Queue()
        self._answering: set[asyncio.Task[None]] = set()

    async def listen(self, events: Events) -> "EngineSide":
        await events.bus.listen("command.bot.*.*", self._hear)
        self._partitions = events.partitions
        return self

    async def next(self) -> Command:
        """The next command that was not yet looked at."""
        return await asyncio.wait_for(self._came.get(), 20)

    def _hear(self, heard: Heard) -> None:
        command = unpack(Command, heard.data)
        partition = subjects.partition(command.room, self._partitions)
        assert heard.subject == subjects.command("bot", partition, command.room)
        self.commands.append(command)
        self._came.put_nowait(command)
        code = self._codes.pop(0) if self._codes else None
        if code == "silence":
            return
        if code == "retry":
            answer = Answer(id=command.id, outcome="retry")
        else:
            answer = refused(command, code) if code else accepted(command)
        task = asyncio.get_running_loop().create_task(_answer(heard, answer))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)


async def _answer(heard: Heard, answer: Answer) -> None:
    await heard.answer(pack(answer))


class MovableSleep:
    """Sleeping by the clock of the memory server."""

    def __init__(self, server: MemoryServer) -> None:
        self._server = server
        self.slept: list[float] = []
        self.begun = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.begun.set()
        awake = asyncio.Event()
        self._server.agenda.at(self._server.now() + round(seconds * 1000), awake.set)
        await awake.wait()
