"""The audit trail: every action is written down before it acts, and how it ended."""

import json

import pytest

from divan.audit import Audit, Wanted, checked_reason, operator_name, run_audit
from divan.exits import Exit, Trouble
from libs.events.admin import AdminEvent
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Unavailable
from libs.events.wire import unpack


class Trail:
    def __init__(self) -> None:
        self.server = MemoryServer()
        self.events = MemoryEvents(self.server)
        self.audit = Audit(journal=self.events.admin, operator="ada", now=self.server.now)

    async def all(self) -> list[AdminEvent]:
        return [unpack(AdminEvent, stored.data) async for stored in self.events.admin.read_all()]


async def test_an_action_stands_there_before_it_acts_and_with_its_end_afterwards() -> None:
    trail = Trail()
    async with trail.audit.action("close", "r1", "stuck") as ending:
        (begun,) = await trail.all()
        assert (begun.operator, begun.action, begun.target, begun.reason, begun.outcome) == (
            "ada",
            "close",
            "r1",
            "stuck",
            "begun",
        )
        ending.note = "waiting room"
    begun, done = await trail.all()
    assert (done.id, done.outcome, done.note) == (begun.id, "done", "waiting room")


async def test_an_action_that_fails_is_noted_by_its_kind_and_never_in_words() -> None:
    trail = Trail()
    with pytest.raises(Trouble):
        async with trail.audit.action("erase", "p1"):
            raise Trouble("Ayse is not there", Exit.UNAVAILABLE)
    assert [(event.outcome, event.note) for event in await trail.all()] == [
        ("begun", ""),
        ("failed", "unavailable"),
    ]


async def test_what_cannot_be_written_down_is_not_done() -> None:
    trail, done = Trail(), False
    trail.server.reachable = False
    with pytest.raises(Unavailable):
        async with trail.audit.action("ban", "p1"):
            done = True
    assert not done


async def test_what_was_done_is_done_even_where_its_end_cannot_be_written_down(
    capsys: pytest.CaptureFixture[str],
) -> None:
    trail = Trail()
    async with trail.audit.action("ban", "p1"):
        trail.server.reachable = False
    assert "could not be written" in capsys.readouterr().err
    trail.server.reachable = True
    assert [event.outcome for event in await trail.all()] == ["begun"]


async def test_it_is_shown_by_action_target_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    trail = Trail()
    async with trail.audit.action("ban", "p1", "rude"):
        pass
    await trail.server.advance(1_000)
    async with trail.audit.action("unban", "p1"):
        pass
    async with trail.audit.action("close", "r1"):
        pass

    async def shown(wanted: Wanted) -> list[str]:
        capsys.readouterr()
        await run_audit(trail.events, wanted)
        return [json.loads(line)["action"] for line in capsys.readouterr().out.splitlines()]

    assert await shown(Wanted(as_json=True, target="p1")) == ["ban", "ban", "unban", "unban"]
    assert await shown(Wanted(as_json=True, actions=frozenset({"close"}))) == ["close", "close"]
    assert await shown(Wanted(as_json=True, since=trail.server.now(), target="p1")) == ["unban", "unban"]


def test_who_says_no_name_is_the_user_at_the_machine() -> None:
    assert operator_name("ada") == "ada"
    assert "@" in operator_name()


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_a_reason_is_there_and_short(reason: str) -> None:
    with pytest.raises(Trouble, match="--reason"):
        checked_reason(reason)
