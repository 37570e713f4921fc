"""Requests about rooms: open, look, sit, add bots, send away, start, close, mute; and the games there are."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from uuid import uuid4
from weakref import WeakValueDictionary

from libs.events.lobby import LobbyEvent
from libs.events.views import AskCommitment
from libs.runtime.bots import kinds
from libs.runtime.lobby_rules import RulesOf
from libs.runtime.state import AnyGame
from services.rooms import lobby
from services.rooms.accounts import Asker
from services.rooms.codes import new_room_id
from services.rooms.directory import Change, Directory
from services.rooms.engine_calls import EngineCalls
from services.rooms.faces import Faces, RoomFace
from services.rooms.forms import AddBot, GameFace, Games, Mute, OpenRoom, RoomList, SeatRange, Sit
from services.rooms.limits import Buckets
from services.rooms.openings import Openings
from services.rooms.presence import Presence
from services.rooms.refusals import (
    ALREADY_HAS_ROOM,
    NO_SUCH_BOT,
    NO_SUCH_GAME,
    PERSONS_HIDDEN,
    RATE_LIMITED,
    TOO_MANY_ROOMS,
    WATCHING_ONLY,
    Denied,
    refuse,
)
from services.rooms.room import Room, fold

MOST_LISTED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomRequests:
    directory: Directory
    engine: EngineCalls
    faces: Faces
    presence: Presence
    now: Callable[[], int]
    waiting_rooms: int
    rooms_each: int
    games: Mapping[str, AnyGame]
    rules: RulesOf
    openings: Openings
    pace: Buckets
    """How fast each person may open rooms: a room leaves its traces even if it is closed at once."""
    turns: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """One for each person who is opening a room: rooms opened at the same time are counted too."""

    def all_games(self) -> Games:
        return Games(
            games=tuple(
                GameFace(
                    name=game.name,
                    seats=SeatRange(min=min(game.seats), max=max(game.seats)),
                    setup=dict(game.setup),
                    bots=kinds(game.name),
                    listable=self.rules(game.name).listed,
                )
                for game in self.games.values()
            )
        )

    async def open(self, asker: Asker, asked: OpenRoom) -> RoomFace:
        fork = asked.from_
        opening = self.openings.new(asked) if fork is None else None
        wait = self.pace.take(asker.id)
        if wait:
            raise Denied(RATE_LIMITED, retry_after_ms=round(wait * 1000) + 1)
        async with self.turns.setdefault(asker.id, asyncio.Lock()):
            self._refuse_too_many(asker)
            if fork is not None:
                opening = await self.openings.fork(asker, asked, fork)
            assert opening is not None, "a game is a new one, or a fork"
            if not asked.start:
                self._refuse_another_waiting(asker, opening.game)
            id = new_room_id()
            code = await self.directory.claim_code(id)
            events = list(lobby.open_room(asker.id, replace(opening, code=code), self.now()))
            if asked.start:
                events += await self._start_events(fold(None, id, events), asker)
            room = await self.directory.open(id, events)
        return await self._face(room, asker)

    def _refuse_too_many(self, asker: Asker) -> None:
        rooms = self.directory.of_person(asker.id)
        refuse(TOO_MANY_ROOMS if len(rooms) >= self.rooms_each else None)

    def _refuse_another_waiting(self, asker: Asker, game: str) -> None:
        """An inherited room counts as well: who owns it can close it, or leave it."""
        rules = self.rules(game)
        waiting = [
            room
            for room in self.directory.of_person(asker.id)
            if room.owner == asker.id and not room.has_started
        ]
        of_game = [room for room in waiting if room.game == game]
        if rules.waiting_rooms is not None and len(of_game) >= rules.waiting_rooms:
            raise Denied(ALREADY_HAS_ROOM, code=of_game[0].code)
        if len(waiting) >= self.waiting_rooms:
            raise Denied(ALREADY_HAS_ROOM, code=waiting[0].code)

    async def look(self, asker: Asker | None, door: str) -> RoomFace:
        room, watching = await self.directory.behind(door)
        person = None if asker is None else asker.id
        refuse(lobby.entry_refusal(room, person))
        await self.faces.learn(room)
        return self.faces.room(room, person, watching=watching)

    async def listed(self, game: str | None) -> RoomList:
        rooms = [
            room
            for room in self.directory.listed()
            if (game is None or room.game == game) and self.faces.status(room) != "over"
        ]
        rooms.sort(key=lambda room: (room.has_started, -room.opened_at))
        listed = rooms[:MOST_LISTED]
        for room in listed:
            await self.faces.learn(room)
        return RoomList(rooms=tuple(self.faces.listed(room) for room in listed))

    async def sit(self, asker: Asker, door: str, asked: Sit) -> RoomFace:
        return await self._change(
            asker, door, lambda room: lobby.sit(room, asker.id, asked.seat, asked.seed_hash, self.now())
        )

    async def add_bot(self, asker: Asker, door: str, asked: AddBot) -> RoomFace:
        def decide(room: Room) -> lobby.Events:
            kind = kinds(room.game)[0] if asked.kind is None else asked.kind
            refuse(lobby.owner_refusal(room, asker.id))
            refuse(None if kind in kinds(room.game) else NO_SUCH_BOT)
            return lobby.add_bot(room, asker.id, kind, asked.seat, self.now())

        return await self._change(asker, door, decide)

    async def clear_seat(self, asker: Asker, door: str, seat: int) -> RoomFace:
        return await self._change(
            asker,
            door,
            lambda room: lobby.clear_seat(room, asker.id, seat, self.presence.connected(room.id), self.now()),
        )

    async def start(self, asker: Asker, door: str) -> RoomFace:
        room = await self._enter(door)
        refuse(lobby.start_refusal(room, asker.id, self._least(room)))
        engagement = await self._engagement(room)
        room = await self.directory.change(
            room.id,
            lambda room: lobby.start(room, asker.id, self._least(room), engagement, self.now()),
        )
        return await self._face(room, asker)

    async def _start_events(self, room: Room, asker: Asker) -> list[LobbyEvent]:
        least = self._least(room)
        refuse(lobby.start_refusal(room, asker.id, least))
        return list(lobby.start(room, asker.id, least, await self._engagement(room), self.now()))

    async def _engagement(self, room: Room) -> lobby.Engagement:
        """What the engine commits itself to, before any seed is shown to it. Raises Denied."""
        answer = await self.engine.ask(room.id, AskCommitment())
        return lobby.Engagement(start=f"start-{uuid4()}", key=answer["key"], commitment=answer["commitment"])

    def _least(self, room: Room) -> int:
        """How many must sit there for a start; a fork has all the seats of its source."""
        game = self.games.get(room.game)
        if game is None:
            # The room is older than this installation's choice of games.
            raise Denied(NO_SUCH_GAME)
        return min(game.seats) if room.fork is None else len(room.places)

    async def close(self, asker: Asker, door: str) -> RoomFace:
        return await self._change(asker, door, lambda room: lobby.close(room, asker.id, self.now()))

    async def mute(self, asker: Asker, door: str, asked: Mute) -> RoomFace:
        def decide(room: Room) -> lobby.Events:
            # An answer by seat would tell persons from bots, and an owner from others.
            refuse(PERSONS_HIDDEN if self.faces.is_hidden(room) else None)
            return lobby.mute(room, asker.id, asked.seat, asked.muted, self.now())

        return await self._change(asker, door, decide)

    async def _enter(self, door: str) -> Room:
        room, watching = await self.directory.behind(door)
        refuse(WATCHING_ONLY if watching else None)
        return room

    async def _change(self, asker: Asker, door: str, decide: Change) -> RoomFace:
        room = await self._enter(door)
        return await self._face(await self.directory.change(room.id, decide), asker)

    async def _face(self, room: Room, asker: Asker) -> RoomFace:
        await self.faces.learn(room)
        return self.faces.room(room, asker.id)
