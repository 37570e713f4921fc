"""Edges that hear late of what others did: of three servers one may be behind for seconds."""

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from services.rooms import lobby
from services.rooms.directory import Directory
from services.rooms.refusals import SEAT_TAKEN, Denied
from tests.services.rooms.lobbying import FRIEND, OWNER, STRANGER, opening_of


@pytest.fixture
async def edges() -> tuple[Directory, Directory]:
    """Two that hear nothing of each other but what they ask for; at the first a room was opened."""
    events = MemoryEvents(MemoryServer())
    one, other = (Directory(events.rooms, events.bucket("names")) for _ in range(2))
    await events.bucket("names").create("code.ABCDEF", b"r1")
    await one.open("r1", lobby.open_room(OWNER, opening_of(seats=2), 1000))
    return one, other


async def test_a_watching_token_of_a_room_not_heard_of_yet_leads_to_it(
    edges: tuple[Directory, Directory],
) -> None:
    room, watching = await edges[1].behind("w" * 22)
    assert (room.id, watching) == ("r1", True)


async def test_nobody_is_refused_for_what_others_have_changed_meanwhile(
    edges: tuple[Directory, Directory],
) -> None:
    one, other = edges
    await one.change("r1", lambda room: lobby.sit(room, FRIEND, 1, None, 1001))
    await other.behind("ABCDEF")
    await one.change("r1", lambda room: lobby.leave(room, FRIEND, (), 1002))
    room = await other.change("r1", lambda room: lobby.sit(room, STRANGER, 1, None, 1003))
    assert room.seat_of(STRANGER) == 1


async def test_what_is_refused_on_the_room_as_it_is_stays_refused(
    edges: tuple[Directory, Directory],
) -> None:
    one, other = edges
    await one.change("r1", lambda room: lobby.sit(room, FRIEND, 1, None, 1001))
    await other.behind("ABCDEF")
    with pytest.raises(Denied) as denied:
        await other.change("r1", lambda room: lobby.sit(room, STRANGER, 1, None, 1002))
    assert denied.value.refusal is SEAT_TAKEN
