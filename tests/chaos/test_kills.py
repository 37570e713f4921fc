"""The short form of the kill tests: every kind of fault at least once, twenty kills and stops in all.

`make chaos` is the long form. What is checked is in `checker.py`, what is promised in docs/fault-model.md.
"""

import random

import pytest

from tests.chaos import report
from tests.chaos.faults import KINDS, POWER, ROLLING
from tests.chaos.run import Outcome, run
from tests.chaos.stalls import ANY, Stalls

AT_SUBJECTS = (
    "engine killed between append and answer",
    "engine stopped, woken as a zombie",
    "NATS killed",
    "engine killed",
    "engine killed between append and answer",
    "engine comes and goes",
    "ai killed",
    "NATS and engine killed",
    "engine killed, snapshots lost",
    "engine killed between append and answer",
    "every engine killed",
    "chat killed",
    "engine stopped, NATS killed, woken",
)
AT_SOCKETS = (
    "rooms killed",
    "engine killed between append and answer",
    "NATS killed",
    "rooms killed",
    "engine stopped between append and answer",
)

AT_THREE_SERVERS = (
    "a NATS server stopped, woken",
    "a NATS server that leads killed",
    "engine killed between append and answer",
    "another NATS server killed",
    "a NATS server and an engine killed",
    "every NATS server killed",
)

P99, WORST = 3.0, 5.0
"""Seconds that a client may wait for an answer."""

NOBODY_LEFT = ("every engine killed",)
"""There a client waits for a process to start, which takes as long as the machine takes."""

pytestmark = [pytest.mark.nats, pytest.mark.slow, pytest.mark.serial, pytest.mark.timeout(240)]


def test_every_kind_of_fault_is_tried() -> None:
    assert {*AT_SUBJECTS, *AT_SOCKETS, *AT_THREE_SERVERS, *ROLLING, POWER} == {*KINDS}


async def test_no_kill_loses_or_doubles_anything_on_the_subjects() -> None:
    outcome = await run(AT_SUBJECTS, random.Random(20), rooms=16)
    assert outcome.failures == [], report.text(outcome)
    assert outcome.kills >= 14, report.text(outcome)
    assert outcome.hits > 0, "no shot fell between append and answer"
    assert too_long(outcome) == [], report.text(outcome)


async def test_no_kill_loses_or_doubles_anything_through_sockets() -> None:
    outcome = await run(AT_SOCKETS, random.Random(21), sockets=True, rooms=8)
    assert outcome.failures == [], report.text(outcome)
    assert outcome.kills >= 5, report.text(outcome)
    assert too_long(outcome) == [], report.text(outcome)


@pytest.mark.cluster
async def test_no_kill_of_one_nats_server_of_three_loses_or_doubles_anything() -> None:
    outcome = await run(AT_THREE_SERVERS, random.Random(23), rooms=8, servers=3)
    assert outcome.failures == [], report.text(outcome)
    assert outcome.kills >= 6, report.text(outcome)


async def test_a_rolling_restart_loses_and_doubles_nothing() -> None:
    outcome = await run(ROLLING, random.Random(22), sockets=True, rooms=8)
    assert outcome.failures == [], report.text(outcome)
    assert len(outcome.endings) == 8, report.text(outcome)
    assert [each.is_kept for each in outcome.bars] == [True], report.text(outcome)


def too_long(outcome: Outcome) -> list[Stalls]:
    """The kinds of fault at which clients waited longer than is promised."""
    return [
        each
        for each in outcome.stalls
        if (each.kind == ANY and each.p99 > P99)
        or (each.kind not in (ANY, *NOBODY_LEFT) and each.worst > WORST)
    ]
