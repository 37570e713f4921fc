"""The public stream tells nobody's name, no door and no secret, and of a game that is over all the rest."""

from collections.abc import Callable, Sequence

import pytest

from libs.events.nats import NatsEvents, open_events
from libs.events.public import AnyPublic, PublicGame, PublicTold, unpack_public
from libs.events.wire import to_json
from tests.chaos.world import SETTINGS
from tests.hostile.test_secrets import BID, CARDS, PURSES, WHISPER, begin_with_canaries
from tests.hostile.town import Guest, Town, until

pytestmark = [pytest.mark.nats, pytest.mark.serial, pytest.mark.asyncio(loop_scope="package")]

NAMES = ("Canary_Ayse", "Canary_Behzat")


async def registered(site: Town, name: str) -> Guest:
    asked = {"username": name, "password": "a long enough password", "bearer": True}
    return Guest(site, (await Guest(site, "").well("POST", "/api/accounts", asked))["token"])


async def the_stream(events: NatsEvents, enough: Callable[[list[AnyPublic]], bool]) -> list[AnyPublic]:
    """All that the stream holds of all rooms, once that is enough."""
    messages: list[AnyPublic] = []

    async def told() -> bool:
        messages.clear()
        async with events.public.follow() as feed:
            if feed.caught_up == 0:
                return False
            async for stored in feed:
                messages.append(unpack_public(stored.data))
                if stored.fence >= feed.caught_up:
                    break
        return enough(messages)

    await until(told)
    return messages


def found_in(messages: Sequence[AnyPublic], words: set[str]) -> list[str]:
    text = "\n".join(to_json(message).decode() for message in messages)
    return [word for word in words if word in text]


async def test_the_public_stream_holds_no_name_no_door_and_no_secret(site: Town) -> None:
    players = [await registered(site, name) for name in NAMES]
    room = await players[0].well("POST", "/api/rooms", {"game": "sealed", "seats": 2})
    code, watch = room["code"], room["watch"]
    await players[1].well("POST", f"/api/rooms/{code}/seats", {})
    await begin_with_canaries(site, code)
    await players[0].well("POST", f"/api/rooms/{code}/start")
    await site.has_begun(players[0], code)
    talks = [await player.socket(code) for player in players]
    assert (await talks[0].command(type="bid", coins=BID))["type"] == "accepted"
    await talks[0].send(type="chat", id="w", text=WHISPER, channel="whisper")
    await talks[0].next("chat")
    assert (await talks[1].command(type="fold"))["type"] == "accepted"

    never = {*NAMES, code, watch, WHISPER, SETTINGS["DIVAN_MASTER_KEY"], *(each.token for each in players)}
    hidden = {str(number) for number in (*CARDS, *PURSES, BID)}
    async with open_events(site.world.nats.url, name="analyst") as events:
        sealed = await the_stream(events, lambda all: any(_is_fold(each) for each in all))
        running = [each for each in sealed if isinstance(each, PublicTold) and not _is_fold(each)]
        assert found_in(running, hidden | never) == []

        whole = await the_stream(events, lambda all: any(_is_sealed(each) for each in all))
        assert found_in(whole, never) == []
        game = next(each for each in whole if _is_sealed(each))
        assert isinstance(game, PublicGame)
        assert all(seat.person for seat in game.seats), "who sat there is told by pseudonym"


def _is_fold(message: AnyPublic) -> bool:
    return isinstance(message, PublicTold) and any(event["type"] == "SeatFolded" for event in message.told)


def _is_sealed(message: AnyPublic) -> bool:
    return isinstance(message, PublicGame) and message.header["game"] == "sealed"
