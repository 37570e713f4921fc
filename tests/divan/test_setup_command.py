"""`divan setup`, and the services that wait for it."""

import asyncio

import pytest
from structlog.testing import capture_logs

from divan.exits import Exit, Trouble
from divan.running import open_installation
from divan.setup_command import run_setup
from libs.events.nats import open_events
from tests.support.shipped_server import ShippedServer

pytestmark = pytest.mark.nats


async def test_a_service_that_may_not_set_up_waits_until_somebody_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ShippedServer() as server, capture_logs() as said:

        async def serve() -> int:
            url = server.url_of("chat")
            async with open_events(url, name="chat", setting_up=False, waits=lambda _: None) as events:
                return await events.chats.append("room", b"hello", id="1")

        serving = asyncio.create_task(serve())
        while not said:  # noqa: ASYNC110  -- the log tells nobody
            await asyncio.sleep(0.02)
        assert (said[0]["event"], said[0]["first"]) == ("waiting_for_set_up", "KV_accounts")
        assert not serving.done()
        await run_setup(server.url_of("admin"), replicas=1, within=0)
        assert await serving == 1
        await run_setup(server.url_of("admin"), replicas=1, within=0)
        assert capsys.readouterr().out.count("Set up:") == 2
        assert server.refused == []


async def test_a_command_that_needs_an_installation_does_not_wait_for_one_and_says_what_makes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ShippedServer() as server:
        monkeypatch.setenv("NATS_URL", server.url)
        with pytest.raises(Trouble, match="divan setup") as refused:
            async with open_installation("accounts"):
                """Not reached."""
        assert refused.value.code is Exit.UNAVAILABLE


async def test_who_may_not_set_up_is_told_so() -> None:
    with ShippedServer() as server:
        with pytest.raises(Trouble, match="permissions") as refused:
            await run_setup(server.url_of("rooms"), replicas=1, within=5)
        assert refused.value.code is Exit.FAILED
        with pytest.raises(Trouble, match="refuses this user"):
            await run_setup(server.url.replace("secret", "other"), replicas=1, within=5)
