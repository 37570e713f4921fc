"""A room played over the subjects, as an edge would."""

import random
import secrets
from collections.abc import Mapping

from libs.events.commands import Command, Start, StartSeat
from libs.events.lobby import LobbyEntry, LobbyEvent, Opened, SeatTaken
from libs.events.talk import Say
from libs.events.views import View
from libs.events.wire import pack, plain
from tests.chaos.calls import Calls, now
from tests.chaos.eyes import Eyes
from tests.chaos.history import Answered, Asked, Reader
from tests.chaos.table import Move, Plan, Table


class SubjectTable(Table):
    """Its lobby is written as `rooms` writes it: chat knows the members from it."""

    eyes: Mapping[Reader, Eyes]

    def __init__(self, calls: Calls, plan: Plan, rng: random.Random) -> None:
        super().__init__(f"c{secrets.token_hex(6)}", plan, rng)
        self._calls = calls
        self.eyes = {
            reader: Eyes(reader, self.history, self._ask, self.changed.set) for reader in self.history.readers
        }

    def hear(self, view: View) -> None:
        self.eyes[view.reader].hear(view)

    def refresh(self) -> None:
        """The connection was cut: any view may have been lost meanwhile."""
        for eyes in self.eyes.values():
            eyes.expect(0, within=self.rng.uniform(0, 1))

    async def _ask(self, reader: Reader) -> View | None:
        return await self._calls.view(self.history.room, reader)

    async def enter(self) -> bool:
        await self._calls.append_lobby(self.history.room, pack(self._lobby()))
        # Started by several processes at once now and then.
        start = Command(room=self.history.room, id="start", origin="host", body=self._start())
        note = self.note("start", "host", None)
        answers = [
            answer for answer in await self._calls.copies(start, note, self.rng.choice((1, 1, 2))) if answer
        ]
        self.measure(note)
        if not answers or answers[0].outcome == "rejected":
            self.trouble.append(f"{self.history.room}: not started: {answers}")
            return False
        for eyes in self.eyes.values():
            eyes.expect(1)
        return True

    def _lobby(self) -> LobbyEntry:
        at = int(now())
        opened = Opened(
            at=at,
            code=self.history.room,
            watch=self.history.room,
            game=self.plan.game,
            options=dict(self.plan.options),
            seats=len(self.plan.bots),
            owner=self.person(0),
            listed=False,
        )
        sat: list[LobbyEvent] = [
            SeatTaken(at=at, seat=seat, person=self.person(seat), seed_hash=None)
            for seat, bot in enumerate(self.plan.bots)
            if bot is None
        ]
        return LobbyEntry(room=self.history.room, events=(opened, *sat))

    def _start(self) -> dict[str, object]:
        seats = tuple(
            StartSeat(player="person") if bot is None else StartSeat(player="bot", bot=bot)
            for bot in self.plan.bots
        )
        start: dict[str, object] = plain(
            Start(game=self.plan.game, options=dict(self.plan.options), seats=seats)
        )
        return start

    async def leave(self) -> None:
        for eyes in self.eyes.values():
            eyes.close()

    async def submit(self, move: Move, note: Asked) -> Answered | None:
        command = Command(
            room=self.history.room,
            id=move.id,
            origin="player",
            seat=move.seat,
            seen=move.seen,
            body=move.body,
        )
        return await self._calls.command(command, note)

    async def say(self, seat: int, id: str) -> bool | None:
        room = self.history.room
        answer = await self._calls.say(Say(room=room, id=id, person=self.person(seat), text=f"{id} {room}"))
        return None if answer is None else answer.said is not None

    def person(self, seat: int) -> str:
        return f"{self.history.room}-p{seat}"
