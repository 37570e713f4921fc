"""Three NATS servers as deploy/compose.production.yaml has them: one dies, and nothing is lost."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from tests.deploy.guests import guests
from tests.deploy.stack import Stack
from tests.deploy.test_stack import GUESTS, answered_after, until

pytestmark = [pytest.mark.cluster, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(900)]

ELECTED = 15.0
"""Seconds within which the other two have agreed on new leaders and a command is answered."""

REPLICAS = """
import asyncio, os
from libs.events.nats.connect import connect

async def ask():
    async with connect(os.environ["NATS_URL"], name="replicas") as link:
        listed = await link.api("STREAM.LIST", {})
        print(sorted({stream["config"]["num_replicas"] for stream in listed["streams"]}))

asyncio.run(ask())
"""
"""A program for a container of the command line: on how many servers the streams are."""


@pytest.fixture(scope="module")
def three(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The images are those of `stack`, which built them."""
    folder = tmp_path_factory.mktemp("production")
    files = ("compose.yaml", "compose.production.yaml")
    three = Stack("divan-test-three", folder, *files, DIVAN_SITE_URL="https://divan.example")
    try:
        three.up()
        yield three
    finally:
        three.down()


def test_every_stream_is_on_three_servers(three: Stack) -> None:
    asked = three.compose("run", "--rm", "--no-deps", "--entrypoint", "python", "cli", "-c", REPLICAS)
    assert asked.strip() == "[3]"


@pytest.mark.parametrize("server", ["nats-1", "nats-2", "nats-3"])
async def test_a_nats_server_dies_and_play_goes_on(three: Stack, server: str) -> None:
    async with guests(three.addresses, GUESTS) as players:
        await until(lambda: all(len(guest.answers) > 2 for guest in players))
        killed = time.monotonic()
        await asyncio.to_thread(three.kill, server)
        await until(lambda: all(answered_after(guest, killed) > 2 for guest in players))
    slowest = max(took for guest in players for _, took in guest.answers)
    print(f"{server} killed: the slowest answer took {slowest:.2f} s")
    assert slowest < ELECTED
    assert [lost for guest in players for lost in await guest.lost()] == []
    await asyncio.to_thread(three.up)


def test_the_servers_tell_each_other_names_that_their_certificates_are_for(three: Stack) -> None:
    """Also after each of them was away: by the test before."""
    said = three.compose("logs", "--no-log-prefix", "nats-1", "nats-2", "nats-3")
    assert "Server is ready" in said
    assert "failed to verify certificate" not in said
