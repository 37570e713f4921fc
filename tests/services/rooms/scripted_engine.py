"""An engine that answers as the test says, to see how the edge copes with a bad one."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from libs.events import subjects
from libs.events.commands import Answer, Command
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from libs.events.tables import TableFact
from libs.events.views import AskAnswer, AskRefused
from libs.events.wire import pack, unpack, unpack_plain

SILENCE = "silence"

Reply = str
"""An outcome (accepted, rejected, repeated, retry), or SILENCE."""


@dataclass
class ScriptedEngine:
    """It begins every game at once; a player's command gets the next reply, `accepted` when none is left."""

    events: MemoryEvents
    replies: list[Reply] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    asks: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[tuple[str, int | None], int] = field(default_factory=dict)
    hold: asyncio.Event | None = None
    """While it is not set, answers to players wait."""
    hold_return: asyncio.Event | None = None
    """While it is not set, the host's word that somebody is back waits for its answer."""
    missed: list[dict[str, Any]] | None = None
    """What was told to those who ask since a number; None: too far back."""

    async def listen(self) -> None:
        for subject in ("command.*.*.*", "ask.*.*"):
            await self.events.bus.listen(subject, self._heard)

    def _heard(self, heard: Heard) -> None:
        handle: Callable[[Heard], Any] = self._ask if heard.subject.startswith("ask") else self._command
        self._task = asyncio.ensure_future(handle(heard))

    async def _command(self, heard: Heard) -> None:
        command = unpack(Command, heard.data)
        self.commands.append(command)
        if command.origin == "host":
            if command.body["type"] == "start":
                await self._begin(command)
            if command.body["type"] == "return" and self.hold_return is not None:
                await self.hold_return.wait()
            await heard.answer(pack(Answer(id=command.id, outcome="accepted", number=1)))
            return
        reply = self.replies.pop(0) if self.replies else "accepted"
        if reply == SILENCE:
            return
        if self.hold is not None:
            await self.hold.wait()
        code = "not_your_turn" if reply == "rejected" else "busy" if reply == "retry" else None
        await heard.answer(
            pack(Answer(id=command.id, outcome=reply, code=code, message=code, number=1, head=bytes(32)))  # type: ignore[arg-type]
        )

    async def _begin(self, command: Command) -> None:
        seats = command.body["seats"]
        fact = TableFact(
            room=command.room,
            game=command.body["game"],
            seq=1,
            players=tuple(seat["player"] for seat in seats),
            channels=(),
            hidden=False,
            absent_after=60.0,
            begun_at=1,
        )
        await self.events.tables.put(command.room, pack(fact))
        for reader in (*range(len(seats)), None):
            await self.show(command.room, reader)

    def view(self, room: str, reader: int | None, number: int, former: int, size: int = 0) -> dict[str, Any]:
        return {
            "room": room,
            "game": "tictactoe",
            "reader": reader,
            "number": number,
            "former": former,
            "at": 1,
            "head": bytes(32),
            "view": {"count": number, "filling": "x" * size, "list": list(range(number))},
            "told": [{"type": "Counted", "to": number}],
            "options": [],
            "wait": None,
            "result": None,
            "players": None,
        }

    async def show(
        self,
        room: str,
        reader: int | None,
        *,
        lose: bool = False,
        size: int = 0,
        told: list[dict[str, Any]] | None = None,
    ) -> None:
        """The reader's next view; `lose`: it never arrives."""
        number = self.numbers.get((room, reader), 0) + 1
        self.numbers[room, reader] = number
        if not lose:
            view = self.view(room, reader, number, number - 1, size)
            view["told"] = view["told"] if told is None else told
            await self.events.bus.publish(subjects.view(room, reader), pack(view))

    async def _ask(self, heard: Heard) -> None:
        ask = unpack_plain(heard.data)
        self.asks.append(ask)
        await heard.answer(pack(self._answer(subjects.room_of(heard.subject), ask)))

    def _answer(self, room: str, ask: dict[str, Any]) -> AskAnswer:
        if ask["ask"] == "commitment":
            return AskAnswer(answer={"key": "k1", "commitment": "c" * 64, "chance": 1})
        reader = ask["reader"]
        number = self.numbers.get((room, reader))
        if number is None:
            return AskAnswer(refused=AskRefused(code="not_begun", message=""))
        view = self.view(room, reader, number, number)
        if ask["ask"] == "view":
            return AskAnswer(answer=view)
        if self.missed is None:
            return AskAnswer(refused=AskRefused(code="too_far_back", message=""))
        return AskAnswer(answer={"told": self.missed, "view": view})


async def scripted_engine(server: MemoryServer) -> ScriptedEngine:
    engine = ScriptedEngine(MemoryEvents(server))
    await engine.listen()
    return engine
