"""The check of the public stream sees whatever is wrong with it."""

from collections.abc import Callable

import pytest

from libs.events.ports import Stored
from tests.chaos.public_stream import deviation
from tests.services.engine.playing import playing
from tests.services.engine.test_publishing import PUBLISHING, is_told, win

Change = Callable[[list[Stored]], list[Stored]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(lambda stream: stream, None, id="as it must be"),
        pytest.param(lambda stream: stream[:-1], "in place of", id="the last is missing"),
        pytest.param(lambda stream: [*stream[:3], *stream[4:]], "in place of", id="one is missing"),
        pytest.param(lambda stream: [*stream[:3], *stream[2:]], "in place of", id="one is twice"),
        pytest.param(lambda stream: [stream[0], stream[2], stream[1], *stream[3:]], "in place", id="order"),
        pytest.param(lambda stream: [], "[] in place of", id="nothing"),
    ],
)
async def test_the_check_of_the_public_stream(change: Change, words: str | None) -> None:
    async with playing(config=PUBLISHING) as play:
        await win(play)
        await is_told(play)
        log = await play.log()
        stream = [stored async for stored in play.events.public.read("r1")]
    async with playing() as again:
        for number, stored in enumerate(log):
            await again.events.games.append("r1", stored.data, id=f"{number}")
        for number, stored in enumerate(change(stream)):
            await again.events.public.append("r1", stored.data, id=f"{number}")
        found = await deviation(again.events, "r1")
    assert found is None if words is None else found is not None and words in found
