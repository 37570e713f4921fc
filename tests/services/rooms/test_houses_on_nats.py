"""A whole Game of Houses over the real services: two persons and three bots, and a spectator."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from divan.game_source import open_game
from divan.replaying import Wanted, run_replay
from libs.events.nats import open_events
from services.ai.bots.houses import random_player
from services.ai.config import Config as AiConfig
from services.ai.wiring import ai
from services.chat.config import Config as ChatConfig
from services.chat.wiring import chat
from services.engine.config import Config as EngineConfig
from services.engine.wiring import engine
from services.rooms.wiring import Edge, rooms
from tests.services.rooms.houses import CONFIG, Client
from tests.support.deputy import Deputy
from tests.support.nats_server import NatsServer

pytestmark = [pytest.mark.nats, pytest.mark.slow]

PATIENCE = 60.0
"""Seconds that the whole game may take."""

PUBLIC = frozenset(
    {
        *("GameBegun", "GameStarted", "TurnClosed", "TurnBegan", "GameEnded", "SecretRevealed"),
        *("KingDeposed", "KingCrowned", "ThroneVacant", "VetoUsed", "CharacterCommanded", "AnnouncementMade"),
        *("CharacterLeft", "CharacterJoined", "CharacterDied", "CharacterMovedRole"),
    }
)
"""The events that everybody is told (section 10)."""

OWN_HOUSE = frozenset(
    {
        *("OrdersSubmitted", "OrdersConfirmed", "PrestigeChanged", "PlaceVacated", "CrownsAwarded"),
        *("ExtraGranted", "ReportSent", "CharacterBribed", "HouseBecameEnemy"),
    }
)

TURNING = frozenset({"GameStarted", "TurnClosed"})
"""One of these is in whatever all are shown."""


@pytest.fixture
async def edge(nats: NatsServer) -> AsyncIterator[Edge]:
    async with AsyncExitStack() as stack:
        names = ("engine", "chat", "ai", "rooms")
        on = {name: await stack.enter_async_context(open_events(nats.url, name=name)) for name in names}
        await stack.enter_async_context(engine(EngineConfig(nats_url="", master_key="5e" * 32), on["engine"]))
        await stack.enter_async_context(chat(ChatConfig(nats_url=""), on["chat"]))
        quick = AiConfig(nats_url="", bot_pause_min=0, bot_pause_max=0)
        await stack.enter_async_context(ai(quick, on["ai"]))
        yield await stack.enter_async_context(rooms(CONFIG, on["rooms"]))


@dataclass
class Courtier(Deputy):
    """A person's program, or (resting) a spectator's, that keeps every message it is sent."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    is_unmasked: bool = False
    """Whether the room has shown who played."""

    def take(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        super().take(message)
        self.is_unmasked = self.is_unmasked or message.get("room", {}).get("status") == "over"

    def is_asked(self) -> bool:
        you = self.view["you"]
        sheet = self.view["houses"][you["house"]]["sheet"]
        return sheet is None or you["seat"] not in sheet["confirmed"]

    async def play(self) -> None:
        while not (self.is_over and self.is_unmasked):
            await self.hear()


def courtier(client: Client, door: str, seed: int, *, plays: bool = True) -> Courtier:
    return Courtier(
        client.session,
        client.url(f"/api/rooms/{door}/socket"),
        {"Authorization": f"Bearer {client.token}"},
        random.Random(seed),
        bot=random_player,
        is_resting=not plays,
    )


async def test_nothing_hidden_leaks_in_a_whole_game_and_the_masks_fall_at_its_end(
    nats: NatsServer, edge: Edge, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        ali, veli, seer = [await Client(edge, http).enter() for _ in range(3)]
        room = await ali.post("/api/rooms", game="houses", seats=5, bots=["standard"] * 3)
        code = room["code"]
        await veli.post(f"/api/rooms/{code}/seats")
        sees = courtier(seer, room["watch"], 0, plays=False)
        players = [courtier(ali, code, 1), courtier(veli, code, 2)]
        for each in (*players, sees):
            await each.connect()
        await ali.post(f"/api/rooms/{code}/start")
        await asyncio.gather(*(each.play() for each in (*players, sees)))

        seats = sees.view["seats"]
        for each in players:
            check_messages(each, own=each.view["you"]["house"], names=(ali.name, veli.name))
        check_messages(sees, own=None, names=(ali.name, veli.name))

        assert sorted(seats) == [0, 1, 2, 3, 4]
        assert sees.document["result"]["reason"] in ("crowns", "turn_limit")
        assert sees.document["players"] == [seat["player"] for seat in await faces(seer, code)]
        for seat, each in zip((0, 4), players, strict=True):
            assert each.view["you"] == {"seat": seat, "house": seats[seat], "partners": []}
            assert (each.view["seats"], each.document["result"]) == (seats, sees.document["result"])
        assert [seat["name"] for seat in await faces(seer, code)] == [ali.name, None, None, None, veli.name]

        assert players[0].socket is not None
        await players[0].socket.send_json(
            {"type": "chat", "id": "t", "text": "it was me", "channel": "table"}
        )
        while sees.messages[-1]["type"] != "chat":
            await sees.hear()
        assert (sees.messages[-1]["name"], sees.messages[-1]["seat"]) == (ali.name, 0)

        capsys.readouterr()
        wanted = Wanted(at=2, reader=None, whole=False, as_json=True)
        monkeypatch.setenv("NATS_URL", nats.url)
        async with open_game(code) as game:
            assert await run_replay(game, wanted)
        assert json.loads(capsys.readouterr().out.splitlines()[-1])["players"] is None


async def faces(client: Client, code: str) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = (await client.get(f"/api/rooms/{code}"))["seats"]
    return seats


def check_messages(courtier: Courtier, own: int | None, names: tuple[str, ...]) -> None:
    """Nothing that came between the beginning and the end tells what is hidden from that house."""
    types = [message["type"] for message in courtier.messages]
    assert set(types) <= {"welcome", "room", "view", "delta", "accepted"}
    began = next(n for n, message in enumerate(courtier.messages) if has_begun(message))
    ended = next(n for n, message in enumerate(courtier.messages) if "GameEnded" in told_types(message))
    for message in courtier.messages[began:ended]:
        text = json.dumps(message)
        assert not any(name in text for name in names)
        assert '"standard"' not in text
        if "room" in message:
            assert_hidden(message["room"])
            continue
        if message["type"] == "accepted":
            assert own is not None
            continue
        assert message.get("players") is None
        assert "seats" not in message.get("view", {})
        assert not any(path[:1] == ["players"] for path, *_ in message.get("changes", ()))
        told = told_types(message)
        assert told <= (PUBLIC if own is None else PUBLIC | OWN_HOUSE)
        ours = [event for event in message["told"] if event["type"] in OWN_HOUSE]
        # Of another house only its enmity is told, and not why (H103).
        assert all(house_of(event) == own or set(event) == {"type", "house"} for event in ours)
        assert told & TURNING or (own is not None and told == {"OrdersSubmitted"})
    # One room when it begins, one when it has begun: whatever others do, it looks the same.
    assert types[began:ended].count("room") <= 2


def has_begun(message: dict[str, Any]) -> bool:
    return message.get("room", {}).get("status") == "starting" or "GameBegun" in told_types(message)


def told_types(message: dict[str, Any]) -> set[str]:
    return {event["type"] for event in message.get("told", ())}


def house_of(event: dict[str, Any]) -> int:
    """Whose secret it is: a bribe is told to the house of the noble, `h<house>c<n>`, not to the briber's."""
    return int(event["character"][1]) if event["type"] == "CharacterBribed" else int(event["house"])


def assert_hidden(room: dict[str, Any]) -> None:
    assert room["owner"] is None
    for seat in room["seats"]:
        assert {seat[name] for name in ("player", "name", "bot", "connected")} == {None}
        assert (seat["muted"], seat["sat_in"]) == (False, False)
