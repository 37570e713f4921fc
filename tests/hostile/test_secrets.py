"""What is hidden reaches nobody: no frame, no answer, no error and no log has it."""

from typing import Any

import pytest

from libs.events import subjects
from libs.events.lobby import LobbyEntry
from libs.events.nats import open_events
from libs.events.wire import Malformed, pack, unpack, unpack_plain
from tests.chaos.world import SETTINGS
from tests.hostile.town import Guest, Talk, Town

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.asyncio(loop_scope="package")]

CARDS, PURSES, BID = (7310000, 7310001), (8420000, 8420001), 6530000
OWN = ({"7310000", "8420000", "6530000"}, {"7310001", "8420001"})
"""The numbers that stand for a secret, by the seat that knows it."""

WHISPER = "nobody but the table hears this"


async def test_what_is_hidden_reaches_neither_other_players_nor_strangers_nor_the_logs(site: Town) -> None:
    players = [await site.guest(), await site.guest()]
    room = await players[0].well("POST", "/api/rooms", {"game": "sealed", "seats": 2})
    code, watch = room["code"], room["watch"]
    await players[1].well("POST", f"/api/rooms/{code}/seats", {})
    await begin_with_canaries(site, code)
    await players[0].well("POST", f"/api/rooms/{code}/start")
    await site.has_begun(players[0], code)

    stranger, watcher = await site.guest(), await site.guest()
    talks = [
        *[await player.socket(code) for player in players],
        await stranger.socket(code),
        await watcher.socket(watch),
    ]
    before = [len(talk.told) for talk in talks]
    assert (await talks[0].command(type="bid", coins=BID))["type"] == "accepted"
    for talk in talks[1:]:
        await talk.all_is_told()
    assert [len(talk.told) for talk in talks[1:]] == [count + 1 for count in before[1:]], "a hidden bid shows"

    await talks[0].send(type="chat", id="w", text=WHISPER, channel="whisper")
    await talks[0].next("chat")
    wrong: list[dict[str, Any]] = [
        {"type": "bid", "coins": 1 << 40},
        {"type": "rob", "victim": 7},
        {"type": "SeatDealt"},
        {"type": "PositionLoaded", "position": {}},
        {"type": "lapse"},
        {"type": "close"},
    ]
    for talk in talks[1:]:
        for command in wrong:
            assert (await talk.command(**command))["type"] == "rejected"
        await talk.send(type="resync")
        await talk.all_is_told()

    everybody: list[tuple[Guest, str, Talk, set[str]]] = [
        (players[1], code, talks[1], OWN[1]),
        (stranger, code, talks[2], set()),
        (watcher, watch, talks[3], set()),
    ]
    hidden = OWN[0] | OWN[1] | {WHISPER}
    for talk, own in zip(talks, OWN, strict=False):
        for secret in own:
            assert any(secret in text for text in talk.told), "it would be found where it is"
    for guest, door, talk, own in everybody:
        told = [*talk.told, *(await guest.socket(door)).told, *await everything_on_request(guest, door)]
        seen = hidden - own - ({WHISPER} if own else set())
        assert [secret for secret in seen if any(secret in text for text in told)] == []
    told = await everything_on_request(Guest(site, ""), code)
    assert [secret for secret in hidden if any(secret in text for text in told)] == []

    tokens = {guest.token for guest in (*players, stranger, watcher)}
    logs = "\n".join(line for slot in site.world.slots.values() for line in slot.lines())
    assert [secret for secret in hidden | tokens | {SETTINGS["DIVAN_MASTER_KEY"]} if secret in logs] == []


async def begin_with_canaries(site: Town, code: str) -> None:
    """Have the engine begin the room's game from a position whose hidden numbers are found again anywhere."""
    position = {
        "seats": [{"card": card, "purse": purse} for card, purse in zip(CARDS, PURSES, strict=True)],
        "bid_seconds": 600,
    }
    body = {
        "type": "start",
        "game": "sealed",
        "options": {},
        "seats": [{"player": "person"}] * 2,
        "position": position,
    }
    async with open_events(site.world.nats.url, name="host") as events:
        room = ""
        async with events.rooms.follow() as feed:
            async for stored in feed:
                try:
                    first = unpack(LobbyEntry, stored.data).events[0]
                except Malformed:
                    continue
                if first.type == "opened" and first.code == code:
                    room = stored.key
                    break
        subject = subjects.command("host", subjects.partition(room, events.partitions), room)
        command = {"room": room, "id": "canaries", "origin": "host", "body": body}
        answer = unpack_plain(await events.bus.request(subject, pack(command), within=5))
        assert answer["outcome"] == "accepted", answer


async def everything_on_request(guest: Guest, door: str) -> list[str]:
    """What the routes say to this person of the room, refusals as well."""
    at = f"/api/rooms/{door}"
    paths = [at, "/api/rooms", "/api/me", f"{at}/socket", f"{at}/replay", f"{at}/game"]
    for seat in ("", "?seat=public", "?seat=0", "?seat=1"):
        paths += [f"{at}/log{seat}", f"{at}/positions/1{seat}", f"{at}/positions/2{seat}"]
    told = [(await guest.ask("GET", path))[1] for path in paths]
    for path in ("seats", "start", "close", "bots"):
        told.append((await guest.ask("POST", f"{at}/{path}", {}))[1])
    return told
