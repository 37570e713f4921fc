"""Builders for the chat's tests: rooms, tables, edges that ask."""

from collections.abc import Callable, Sequence
from typing import Any

from libs.events import subjects
from libs.events.lobby import LobbyEntry, LobbyEvent, Opened, SeatTaken
from libs.events.ports import Events, Heard
from libs.events.tables import TableFact, TalkChannel
from libs.events.talk import AskHistory, History, Said, Say, SayAnswer, Unsay, UnsayAnswer
from libs.events.wire import pack, unpack
from services.chat.config import Config
from services.chat.refusals import NotSaid

ROOM = "room1"

CONFIG = Config(nats_url="nats://127.0.0.1:1")
"""For a service that is given its events and connects nowhere."""


def opened(owner: str = "owner") -> Opened:
    return Opened(at=1, code="c", watch="w", game="tictactoe", options={}, seats=2, owner=owner, listed=False)


def sat(seat: int, person: str) -> SeatTaken:
    return SeatTaken(at=2, seat=seat, person=person, seed_hash=None)


def refusal_of(said: Callable[[], object]) -> str | None:
    try:
        said()
    except NotSaid as refused:
        return refused.refusal.code
    return None


class Edge:
    """What an edge does with the chat: it changes the lobby, hands in messages and hears what was said."""

    def __init__(self, events: Events) -> None:
        self.events = events
        self.heard: list[Said] = []
        self._written = 0

    async def listen(self, room: str = ROOM) -> None:
        def hear(heard: Heard) -> None:
            self.heard.append(unpack(Said, heard.data))

        await self.events.bus.listen(subjects.heard(room), hear)

    async def lobby(self, *happened: LobbyEvent, room: str = ROOM) -> None:
        self._written += 1
        entry = LobbyEntry(room=room, events=happened)
        await self.events.rooms.append(room, pack(entry), id=f"{room}/{self._written}")

    async def seat(self, *persons: str, room: str = ROOM) -> None:
        """Open the room with those persons on its seats."""
        seats = (sat(seat, person) for seat, person in enumerate(persons))
        await self.lobby(opened(), *seats, room=room)

    async def table(self, *channels: TalkChannel, seq: int = 1, room: str = ROOM) -> None:
        """Say as an engine does which channels there are."""
        fact = TableFact(
            room=room,
            game="tictactoe",
            seq=seq,
            players=("person", "person"),
            channels=channels,
            hidden=False,
            absent_after=60.0,
            begun_at=1,
        )
        await self.events.tables.put(room, pack(fact))

    async def ask(self, message: Any, room: str = ROOM, within: float = 5) -> bytes:
        return await self.events.bus.request(subjects.say(room), pack(message), within=within)

    async def say(
        self,
        person: str,
        text: str = "selam",
        *,
        id: str = "",
        channel: str = "table",
        room: str = ROOM,
        within: float = 5,
    ) -> SayAnswer:
        self._written += 1
        id = id or f"m{self._written}"
        say = Say(room=room, id=id, person=person, text=text, channel=channel)
        return unpack(SayAnswer, await self.ask(say, room, within))

    async def unsay(self, person: str, within: float = 5) -> UnsayAnswer:
        """Have all that a person said taken back."""
        reply = await self.events.bus.request(
            subjects.unsay(person), pack(Unsay(person=person)), within=within
        )
        return unpack(UnsayAnswer, reply)

    async def codes(self, person: str, times: int, *, room: str = ROOM) -> list[str | None]:
        """The codes of so many messages one after another; None: accepted."""
        return [(await self.say(person, room=room)).code for _ in range(times)]

    async def history(self, person: str | None, room: str = ROOM) -> History:
        return unpack(History, await self.ask(AskHistory(room=room, person=person), room))

    async def texts(self, person: str | None, room: str = ROOM) -> list[str]:
        return texts((await self.history(person, room)).said)


def texts(said: Sequence[Said]) -> list[str]:
    return [one.text for one in said]
