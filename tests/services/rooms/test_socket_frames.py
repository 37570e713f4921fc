"""What a client sends as it is declared is understood; what is declared is what there is."""

from typing import get_args

import pytest

from libs.events.wire import plain
from services.rooms.socket_frames import (
    CommandFrame,
    FromClient,
    HereFrame,
    PingFrame,
    ResyncFrame,
    SayFrame,
    SeedFrame,
)
from tests.services.rooms.houses import House

FRAMES = (
    CommandFrame(id="c1", command={"type": "resign"}),
    SayFrame(id="s1", text="hello"),
    SeedFrame(seed="5e" * 32),
    PingFrame(n=7),
    ResyncFrame(),
    HereFrame(),
)


def test_every_frame_of_a_client_stands_below() -> None:
    assert {type(frame) for frame in FRAMES} == set(get_args(get_args(FromClient)[0]))


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.type)
async def test_a_frame_as_it_is_declared_is_understood(home: House, frame: FromClient) -> None:
    _, _, (ali, _) = await home.two_play()
    await ali.send(**plain(frame))
    await ali.send(type="ping", n=99)
    await ali.next("pong", n=99)
    refused = {said["code"] for said in ali.all if said["type"] in ("error", "rejected", "chat_refused")}
    assert refused.isdisjoint({"unknown_type", "malformed", "bad_seed", "not_json"})
