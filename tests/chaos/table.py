"""One room from its start to its end, played by clients who misbehave a little, by whatever path."""

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from libs.events.views import View
from tests.chaos.calls import now
from tests.chaos.history import Answered, Asked, History, Reader, Spoke
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


def edge_plan(rng: random.Random) -> Plan:
    """A random kind of room of the games that `rooms` knows; its owner sits on the first seat."""
    seconds = rng.choice((0, 0, 5, 60))
    return Plan(
        game="tictactoe",
        options={"turn_seconds": seconds},
        bots=rng.choice(((None, None), (None, None), (None, "easy"))),
        idles=0.2 if seconds == 5 else 0.0,
        think=rng.choice((0.0, 0.05, 0.2, 0.5)),
    )


class Viewer(Protocol):
    """What shows one reader the room: the last view, and a nudge that there is one of that number."""

    view: View | None

    @property
    def number(self) -> int: ...

    def expect(self, number: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A command as a client makes it up, and sends it again."""

    id: str
    seat: int
    seen: int
    body: dict[str, Any]


class Table(ABC):
    """One room's clients: a reader for each seat and the spectators, one command under way at a time.

    How they reach the room is for subclasses to say.
    """

    def __init__(self, room: str, plan: Plan, rng: random.Random) -> None:
        readers: tuple[Reader, ...] = (*range(len(plan.bots)), None)
        self.plan = plan
        self.rng = rng
        self.history = History(room=room, game=plan.game, readers=readers)
        self.waits: list[Waited] = []
        self.trouble: list[str] = []
        self.eyes: Mapping[Reader, Viewer] = {}
        self.changed = asyncio.Event()
        """Set whenever a reader is shown something."""
        self._counter = 0
        self._sent: list[tuple[Move, Asked]] = []
        self._talking: set[asyncio.Task[None]] = set()

    @abstractmethod
    async def enter(self) -> bool:
        """Open the room, sit down and start. False: it could not be started, as `trouble` says."""

    @abstractmethod
    async def leave(self) -> None:
        """Stop listening, and whatever else runs."""

    @abstractmethod
    async def submit(self, move: Move, note: Asked) -> Answered | None:
        """Send until there is an answer, which is written into the note; None: there was none."""

    @abstractmethod
    async def say(self, seat: int, id: str) -> bool | None:
        """Whether it was said; None: nobody knows."""

    @abstractmethod
    def person(self, seat: int) -> str:
        """The pseudonym of who sits there."""

    # The course of the game.

    async def play(self) -> None:
        """Until the game is over, and everybody has seen it."""
        try:
            if await self.enter():
                while not self._over():
                    await self.step()
            await self._wait_for(self._all_seen, LAST_VIEWS_WITHIN)
            await asyncio.gather(*self._talking)
        finally:
            self.history.until = now()
            await self.leave()

    def _over(self) -> bool:
        return any(eyes.view is not None and eyes.view.result is not None for eyes in self.eyes.values())

    def _all_seen(self) -> bool:
        return all(eyes.view is not None and eyes.view.result is not None for eyes in self.eyes.values())

    async def step(self) -> None:
        """The next command, or whatever else is waited for."""
        movers = [seat for seat in self.persons() if self._moves(seat)]
        if not movers or (self._has_end(movers[0]) and self.rng.random() < self.plan.idles):
            await self._look_on(bots=not movers)
            return
        await asyncio.sleep(self.rng.uniform(0, self.plan.think))
        if self.rng.random() < 0.15:
            self._say(self.rng.choice(self.persons()))
        seat = self.rng.choice(movers)
        await self._move(seat)

    def persons(self) -> list[int]:
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
            self.trouble.append(f"{self.history.room}: stuck for {STUCK_AFTER} s at views {numbers}")
            for eyes in self.eyes.values():
                eyes.expect(0)
        elif bots and not any(self._has_end(seat) for seat in self.persons()):
            what = "bot" if all(numbers) else "begin"
            self.waits.append(Waited(room=self.history.room, what=what, began=began, ended=now()))

    def _numbers(self) -> list[int]:
        return [eyes.number for eyes in self.eyes.values()]

    async def _wait_for(self, done: Callable[[], bool], seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                while not done():
                    self.changed.clear()
                    await self.changed.wait()
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
        move = Move(id=f"m{self._counter}", seat=seat, seen=self.eyes[seat].number, body=body)
        note = self.note(move.id, "player", seat)
        self._sent.append((move, note))
        copies = 5 if self.rng.random() < 0.1 else 1
        answers = await asyncio.gather(*(self.submit(move, note) for _ in range(copies)))
        answer = next((answer for answer in answers if answer is not None), None)
        if answer is None:
            self.trouble.append(f"{self.history.room}: {move.id} was never answered")
        elif answer.number is not None:
            self.eyes[seat].expect(answer.number)
        self.measure(note)
        unsure = [sent for sent in self._sent if not sent[1].was_refused]
        if unsure and self.rng.random() < 0.1:
            # A client that lost its connection asks once more what has become of a command. One that was told
            # that it was refused does not: nothing is kept of it, so that it would be decided anew.
            _ = await self.submit(*self.rng.choice(unsure))

    def note(self, id: str, origin: str, seat: int | None) -> Asked:
        """The record of a command that is sent now."""
        note = Asked(id=id, origin=origin, seat=seat, sent_at=now())
        self.history.asked.append(note)
        return note

    def measure(self, note: Asked) -> None:
        if note.answered_at is not None:
            room = self.history.room
            self.waits.append(Waited(room=room, what="command", began=note.sent_at, ended=note.answered_at))

    # Talk.

    def _say(self, seat: int) -> None:
        """One after another by each person."""
        if not self._talking:
            task = asyncio.create_task(self._speak(seat))
            self._talking.add(task)
            task.add_done_callback(self._talking.discard)

    async def _speak(self, seat: int) -> None:
        id, sent_at = f"t{len(self.history.spoke)}", now()
        said = await self.say(seat, id)
        self.history.spoke.append(
            Spoke(person=self.person(seat), id=id, sent_at=sent_at, answered_at=now(), said=said)
        )
