"""Whether NATS stores what is written, as readiness tells it."""

import asyncio

import pytest

from libs.events.ports import Full, Unavailable
from libs.runtime import storing
from libs.runtime.storing import Storing


async def written() -> None:
    """A trial that nothing keeps from being stored."""


@pytest.fixture
def at_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "EVERY", 0.0)


async def test_a_server_that_stores_is_no_fault() -> None:
    assert await Storing(written).fault() is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(Full("insufficient resources"), "insufficient resources", id="at its limit"),
        pytest.param(Unavailable("no leader"), "no leader", id="without a leader"),
    ],
)
async def test_it_is_said_why_nothing_is_stored(error: Exception, said: str) -> None:
    async def refused() -> None:
        raise error

    assert await Storing(refused).fault() == f"NATS stores nothing: {said}."


async def test_a_disk_that_keeps_silent_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silence() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(storing, "WITHIN", 0.01)
    assert await Storing(silence).fault() == "NATS does not acknowledge what is written."


@pytest.mark.usefixtures("at_each_question")
async def test_the_fault_is_over_when_it_has_passed() -> None:
    passing = [Full("insufficient resources")]

    async def trial() -> None:
        if passing:
            raise passing.pop()

    stores = Storing(trial)
    assert await stores.fault() is not None
    assert await stores.fault() is None


async def test_however_often_it_is_asked_little_is_written() -> None:
    trials: list[str] = []

    async def trial() -> None:
        trials.append("written")

    stores = Storing(trial)
    await asyncio.gather(*(stores.fault() for _ in range(100)))
    assert trials == ["written"]
