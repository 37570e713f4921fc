"""deploy/compose.yaml brought up for real: played on, looked at, killed in parts."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from tests.deploy.guests import Guest, guests
from tests.deploy.stack import SERVICES, Stack

pytestmark = [pytest.mark.deploy, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(900)]

RESTORED = {"engine": 5.0, "nats": 5.0, "ai": 15.0, "chat": 15.0, "rooms": 15.0}
"""Seconds within which every command is answered though such a process was killed. There is one rooms: its
clients wait until Python has started anew."""

GUESTS = 8
"""So many that every engine has a room of theirs."""


def restricted(container: dict[str, Any]) -> dict[str, Any]:
    host = container["HostConfig"]
    return {
        "user": container["Config"]["User"],
        "read_only": host["ReadonlyRootfs"],
        "capabilities": host["CapDrop"],
        "privileges": host["SecurityOpt"],
        "privileged": host["Privileged"],
        "memory": host["Memory"] > 0,
        "processors": host["NanoCpus"] > 0,
        "processes": (host["PidsLimit"] or 0) > 0,
    }


@pytest.mark.parametrize("service", [*SERVICES, "nats", "setup"])
def test_every_container_is_restricted(stack: Stack, service: str) -> None:
    for container in stack.containers(service, gone=True):
        assert restricted(container) == {
            "user": "10001:10001",
            "read_only": True,
            "capabilities": ["ALL"],
            "privileges": ["no-new-privileges:true"],
            "privileged": False,
            "memory": True,
            "processors": True,
            "processes": True,
        }


def test_two_engines_and_two_workers_run(stack: Stack) -> None:
    assert [len(stack.containers(service)) for service in SERVICES] == [1, 2, 2, 1]


def test_only_rooms_can_be_reached_from_outside(stack: Stack) -> None:
    open_ports = {
        service: [port for port, bound in container["NetworkSettings"]["Ports"].items() if bound]
        for service in (*SERVICES, "nats")
        for container in stack.containers(service)
    }
    assert open_ports == {"rooms": ["8080/tcp"], "engine": [], "ai": [], "chat": [], "nats": []}


@pytest.mark.parametrize("service", ["engine", "ai", "chat"])
def test_a_service_is_given_no_secret_but_its_own(stack: Stack, service: str) -> None:
    variables = [entry.partition("=")[0] for entry in stack.containers(service)[0]["Config"]["Env"]]
    others = [name for name in variables if name.endswith("_PASSWORD")]
    assert others == []
    assert ("DIVAN_MASTER_KEY" in variables) == (service == "engine")


async def test_the_page_answers(stack: Stack) -> None:
    async with aiohttp.ClientSession() as web, web.get(stack.address) as answer:
        assert answer.status == 200
        assert "not built" not in await answer.text()


async def test_a_guest_plays_a_game_against_a_bot_to_its_end(stack: Stack) -> None:
    async with guests(stack.addresses, 1) as (guest,):
        pass
    assert len(guest.results) >= 1


@pytest.mark.parametrize("service", RESTORED, ids=lambda service: f"{service} is killed")
async def test_play_goes_on_soon_and_nothing_is_lost_after(stack: Stack, service: str) -> None:
    async with guests(stack.addresses, GUESTS) as players:
        await until(lambda: all(len(guest.answers) > 2 for guest in players))
        killed = time.monotonic()
        await asyncio.to_thread(stack.kill, service)
        await until(lambda: all(answered_after(guest, killed) > 2 for guest in players))
    slowest, away = longest_waits(players)
    print(f"{service} killed: the slowest answer took {slowest:.2f} s, the longest absence {away:.2f} s")
    assert max(slowest, away) < RESTORED[service]
    assert [lost for guest in players for lost in await guest.lost()] == []
    await asyncio.to_thread(stack.wait_until_ready)


def longest_waits(players: list[Guest]) -> tuple[float, float]:
    """Seconds: for the answer to a command, and for the next socket."""
    answers = (took for guest in players for _, took in guest.answers)
    return max(answers), max(away for guest in players for away in guest.away)


def answered_after(guest: Guest, moment: float) -> int:
    """How many commands that were sent after that moment were answered."""
    return sum(sent > moment for sent, _ in guest.answers)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - what it waits for happens in many tasks
            await asyncio.sleep(0.05)
