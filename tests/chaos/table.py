"""One room from its start to its end, played over the subjects by clients who misbehave a little."""

import asyncio
import random
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from libs.events.commands import Answer, Command, Start, StartSeat
from libs.events.lobby import LobbyEntry, LobbyEvent, Opened, SeatTaken
from libs.events.ports import EventsError
from libs.events.talk import Say
from libs.events.views import View
from libs.events.wire import pack, plain
from tests.chaos.calls import Calls, now
from tests.chaos.eyes import Eyes
from tests.chaos.history import Asked, History, Reader, Spoke
from tests.chaos.stalls import Waited

LAST_VIEWS_WITHIN = 10.0
"""Seconds after the end of a game within which every reader must have seen it."""

STUCK_AFTER = 45.0
"""Seconds without anything new, where something should come, after which a room counts as stuck."""

ENDS_GAME = ("resign", "fold")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What kind of room it is. `idles`: how often a seat lets its deadline pass, of one."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str | None, ...]
    idles: float
    think: float


def plan(rng: random.Random) -> Plan:
    """A random kind of room."""
    think = rng.choice((0.0, 0.05, 0.2, 0.5))
    if rng.random() < 0.5:
        bots: tuple[str | None, ...] = rng.choice(
            ((None, None), (None, None), (None, "easy"), ("random", None))
        )
        seconds = rng.choice((0, 0, 5, 5, 60))
        idles = 0.2 if seconds == 5 else 0.0
        return Plan(game="tictactoe", options={"turn_seconds": seconds}, bots=bots, idles=idles, think=think)
    bots = rng.choice(
        ((None, None), (None, None, None), (None, "random", None), (None, None, None, "random"))
    )
    seconds = rng.choice((0, 2, 3, 30))
    idles = 0.2 if seconds in (2, 3) else 0.0
    options = {"rounds": rng.choice((1, 3, 5)), "bid_seconds": seconds}
    return Plan(game="sealed", options=options, bots=bots, idles=idles, think=think)


@dataclass
class Table:
    """One room's clients: a reader for each seat and the spectators, one command under way at a time."""

    calls: Calls
    plan: Plan
    rng: random.Random
    room: str = field(default_factory=lambda: f"c{secrets.token_hex(6)}")
    waits: list[Waited] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        readers: tuple[Reader, ...] = (*range(len(self.plan.bots)), None)
        self.history = History(room=self.room, game=self.plan.game, readers=readers)
        self._changed = asyncio.Event()
        self.eyes = {reader: Eyes(reader, self.history, self._ask, self._changed.set) for reader in readers}
        self._counter = 0
        self._sent: list[tuple[Command, Asked]] = []
        self._talking: set[asyncio.Task[None]] = set()

    async def _ask(self, reader: Reader) -> View | None:
        return await self.calls.view(self.room, reader)

    def refresh(self) -> None:
        """The connection was cut: any view may have been lost meanwhile."""
        for eyes in self.eyes.values():
            eyes.expect(0, within=self.rng.uniform(0, 1))

    # The course of the game.

    async def play(self) -> None:
        """Until the game is over, and everybody has seen it."""
        try:
            await self._open()
            if await self._start():
                while not self._over():
                    await self._step()
            await self._wait_for(self._all_seen, LAST_VIEWS_WITHIN)
            await asyncio.gather(*self._talking)
        finally:
            self.history.until = now()
            for eyes in self.eyes.values():
                eyes.close()

    async def _open(self) -> None:
        """The room's lobby, as `rooms` writes it: chat knows the room's members from it."""
        at = int(now())
        events: tuple[LobbyEvent, ...] = (
            Opened(
                at=at,
                code=self.room,
                watch=self.room,
                game=self.plan.game,
                options=dict(self.plan.options),
                seats=len(self.plan.bots),
                owner=self._person(0),
                listed=False,
            ),
            *(
                SeatTaken(at=at, seat=seat, person=self._person(seat), seed_hash=None)
                for seat, bot in enumerate(self.plan.bots)
                if bot is None
            ),
        )
        data = pack(LobbyEntry(room=self.room, events=events))
        while True:
            try:
                await self.calls.events.rooms.append(self.room, data, id="open", expected=0)
            except EventsError:
                await asyncio.sleep(0.2)
                continue
            return

    def _person(self, seat: int) -> str:
        return f"{self.room}-p{seat}"

    async def _start(self) -> bool:
        """Start the game, by several processes at once now and then."""
        seats = tuple(
            StartSeat(player="person") if bot is None else StartSeat(player="bot", bot=bot)
            for bot in self.plan.bots
        )
        body = plain(Start(game=self.plan.game, options=dict(self.plan.options), seats=seats))
        command = Command(room=self.room, id="start", origin="host", body=body)
        answer = await self._insist(command, copies=self.rng.choice((1, 1, 2)))
        if answer is None or answer.outcome == "rejected":
            self.trouble.append(f"{self.room}: not started: {answer}")
            return False
        for eyes in self.eyes.values():
            eyes.expect(1)
        return True

    def _over(self) -> bool:
        return any(eyes.view is not None and eyes.view.result is not None for eyes in self.eyes.values())

    def _all_seen(self) -> bool:
        return all(eyes.view is not None and eyes.view.result is not None for eyes in self.eyes.values())

    async def _step(self) -> None:
        """The next command, or whatever else is waited for."""
        movers = [seat for seat in self._persons() if self._moves(seat)]
        if not movers or (self._has_end(movers[0]) and self.rng.random() < self.plan.idles):
            await self._look_on(bots=not movers)
            return
        await asyncio.sleep(self.rng.uniform(0, self.plan.think))
        if self.rng.random() < 0.15:
            self._say(self.rng.choice(self._persons()))
        seat = self.rng.choice(movers)
        await self._move(seat)

    def _persons(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.plan.bots) if bot is None]

    def _moves(self, seat: int) -> list[dict[str, Any]]:
        """What that seat is offered and waited for, giving up left out."""
        view = self.eyes[seat].view
        if view is None or view.wait is None or seat not in view.wait.seats:
            return []
        offered = [option["command"] for option in view.options]
        return [command for command in offered if command["type"] not in ENDS_GAME]

    def _has_end(self, seat: int) -> bool:
        view = self.eyes[seat].view
        return view is not None and view.wait is not None and view.wait.ends_at is not None

    async def _look_on(self, *, bots: bool) -> None:
        """Until something new is shown: a bot's move, another's, or that a deadline has passed."""
        began, numbers = now(), self._numbers()
        if not await self._wait_for(lambda: self._numbers() != numbers, STUCK_AFTER):
            self.trouble.append(f"{self.room}: stuck for {STUCK_AFTER} s at views {numbers}")
            self.refresh()
        elif bots and not any(self._has_end(seat) for seat in self._persons()):
            self.waits.append(Waited(room=self.room, what="bot", began=began, ended=now()))

    def _numbers(self) -> list[int]:
        return [eyes.number for eyes in self.eyes.values()]

    async def _wait_for(self, done: Callable[[], bool], seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                while not done():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    # Commands.

    async def _move(self, seat: int) -> None:
        moves = self._moves(seat)
        if not moves:
            return
        body = self.rng.choice(moves)
        dice = self.rng.random()
        if dice < 0.01:
            body = {"type": "resign" if self.plan.game == "tictactoe" else "fold"}
        elif dice < 0.04:
            body = {"type": "no such command"}
        self._counter += 1
        # The same ids in every room: they are each room's own.
        command = Command(
            room=self.room,
            id=f"m{self._counter}",
            origin="player",
            seat=seat,
            seen=self.eyes[seat].number,
            body=body,
        )
        answer = await self._insist(command, copies=5 if self.rng.random() < 0.1 else 1)
        if answer is None:
            self.trouble.append(f"{self.room}: {command.id} was never answered")
        elif answer.number is not None:
            self.eyes[seat].expect(answer.number)
        if self._sent and self.rng.random() < 0.1:
            await self._repeat_an_old_one()

    async def _insist(self, command: Command, *, copies: int) -> Answer | None:
        """The first answer to a command that is sent so many times at once."""
        note = Asked(id=command.id, origin=command.origin, seat=command.seat, sent_at=now())
        self.history.asked.append(note)
        self._sent.append((command, note))
        answers = await asyncio.gather(*(self.calls.command(command, note) for _ in range(copies)))
        if note.answered_at is not None:
            self.waits.append(
                Waited(room=self.room, what="command", began=note.sent_at, ended=note.answered_at)
            )
        return next((answer for answer in answers if answer is not None), None)

    async def _repeat_an_old_one(self) -> None:
        """A client that lost its connection asks once more what has become of a command."""
        command, note = self.rng.choice(self._sent)
        _ = await self.calls.command(command, note)

    # Talk.

    def _say(self, seat: int) -> None:
        """One after another by each person."""
        if not self._talking:
            task = asyncio.create_task(self._speak(seat))
            self._talking.add(task)
            task.add_done_callback(self._talking.discard)

    async def _speak(self, seat: int) -> None:
        id, sent_at = f"t{len(self.history.spoke)}", now()
        person = self._person(seat)
        answer = await self.calls.say(Say(room=self.room, id=id, person=person, text=f"{id} {self.room}"))
        said = None if answer is None else answer.said is not None
        self.history.spoke.append(Spoke(person=person, id=id, sent_at=sent_at, answered_at=now(), said=said))
