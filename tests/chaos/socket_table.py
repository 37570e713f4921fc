"""A room played by guests over HTTP and WebSockets, at whichever edge answers."""

import asyncio
import hashlib
import random
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp

from libs.events.lobby import LobbyEntry, Started
from libs.events.nats import NatsEvents
from libs.events.ports import EventsError
from libs.events.wire import unpack
from services.rooms.names import code_key
from tests.chaos.calls import PATIENCE, now
from tests.chaos.history import Answered, Asked
from tests.chaos.player import Player
from tests.chaos.stalls import Waited
from tests.chaos.table import Move, Plan, Table

AGAIN = 0.2

ABSENCES = 0.03
"""How often, of one, somebody goes away instead of moving."""


class SocketTable(Table):
    """Its room is opened, filled and started over HTTP by its first guest; a stranger watches."""

    eyes: Mapping[int | None, Player]

    def __init__(
        self,
        web: aiohttp.ClientSession,
        edges: Sequence[str],
        events: NatsEvents,
        plan: Plan,
        rng: random.Random,
    ) -> None:
        super().__init__("", plan, rng)
        self._web = web
        self._edges = edges
        self._events = events
        self._accounts: dict[int, str] = {}

    async def enter(self) -> bool:
        tokens = [await self._guest() for _ in self.plan.bots]
        seeds = [secrets.token_hex(32) if self.rng.random() < 0.5 else None for _ in self.plan.bots]
        bots = [bot for bot in self.plan.bots if bot is not None]
        opening = {"game": self.plan.game, "options": dict(self.plan.options), "bots": bots}
        began = now()
        _, room = await self._post("/api/rooms", {**opening, **_seed_hash(seeds[0])}, tokens[0])
        code = room["code"]
        await self._learn_id(code)
        persons = [seat for seat, bot in enumerate(self.plan.bots) if bot is None]
        for seat in persons[1:]:
            await self._post(
                f"/api/rooms/{code}/seats", {"seat": seat, **_seed_hash(seeds[seat])}, tokens[seat]
            )
        self.eyes = {seat: self._player(tokens[seat], code, seat, seeds[seat]) for seat in persons} | {
            None: self._player(await self._guest(), room["watch"], None, None)
        }
        self.history.readers = tuple(self.eyes)
        status, answer = await self._post(f"/api/rooms/{code}/start", {}, tokens[0])
        if status not in (200, 409):
            self.trouble.append(f"{self.history.room}: not started: {status} {answer}")
            return False
        self.waits.append(Waited(room=self.history.room, what="open and start", began=began, ended=now()))
        await self._learn_persons()
        return True

    def _player(self, token: str, door: str, reader: int | None, seed: str | None) -> Player:
        return Player(
            self._web,
            self._edges,
            random.Random(self.rng.random()),
            token=token,
            door=door,
            reader=reader,
            seed=seed,
            history=self.history,
            changed=self.changed.set,
            welcomed=self._welcomed,
        )

    def _welcomed(self, since: float) -> None:
        """A socket is open again, and was not since then."""
        self.waits.append(Waited(room=self.history.room, what="socket", began=since, ended=now()))

    async def _guest(self) -> str:
        _, signed_in = await self._post("/api/guests", {"bearer": True}, None)
        token: str = signed_in["token"]
        return token

    async def _post(self, path: str, body: dict[str, Any], token: str | None) -> tuple[int, dict[str, Any]]:
        """Asked of one edge after another, until one says something that is not "not now"."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                async with self._web.post(
                    self.rng.choice(self._edges) + path, json=body, headers=headers
                ) as answer:
                    if answer.status < 500 and answer.status != 404:
                        return answer.status, await answer.json()
            except (aiohttp.ClientError, OSError, TimeoutError):
                pass
            await asyncio.sleep(AGAIN)
        raise TimeoutError(f"POST {path} was not answered for {PATIENCE} s")

    async def _learn_id(self, code: str) -> None:
        """The room's id, by which its log is found, stands behind its code."""
        while not self.history.room:
            try:
                kept = await self._events.bucket("names").get(code_key(code))
            except EventsError:
                kept = None
            if kept is None:
                await asyncio.sleep(AGAIN)
            else:
                self.history.room = kept.value.decode()

    async def _learn_persons(self) -> None:
        """Who sits where, as the lobby's log has it."""
        while not self._accounts:
            try:
                async for stored in self._events.rooms.read(self.history.room):
                    for event in unpack(LobbyEntry, stored.data).events:
                        if isinstance(event, Started):
                            self._accounts = {
                                seat: frozen.person
                                for seat, frozen in enumerate(event.seats)
                                if frozen.person is not None
                            }
            except EventsError:
                self._accounts = {}
            if not self._accounts:
                await asyncio.sleep(AGAIN)

    async def step(self) -> None:
        """Somebody goes away for a while now and then: long enough, and a bot sits in."""
        if self.rng.random() < ABSENCES:
            await self.eyes[self.rng.choice(self.persons())].go_away(self.rng.uniform(0.2, 4.0))
        else:
            await super().step()

    async def leave(self) -> None:
        await asyncio.gather(*(player.close() for player in self.eyes.values()))

    async def submit(self, move: Move, note: Asked) -> Answered | None:
        return await self.eyes[move.seat].command(move.id, move.seen, move.body, note)

    async def say(self, seat: int, id: str) -> bool | None:
        return await self.eyes[seat].say(id, f"{id} {self.history.room}")

    def person(self, seat: int) -> str:
        return self._accounts[seat]


def _seed_hash(seed: str | None) -> dict[str, str]:
    return {} if seed is None else {"seed_hash": hashlib.sha256(bytes.fromhex(seed)).hexdigest()}
