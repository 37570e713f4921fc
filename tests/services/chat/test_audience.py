"""Who may write in a channel, and who may read what was said there."""

import pytest

from libs.events.tables import TableFact, TalkChannel
from libs.events.talk import Said
from services.chat.audience import channel_for, is_readable
from services.chat.membership import Membership
from tests.services.chat.saying import ROOM, refusal_of

TABLE = TalkChannel(name="table", seats=None)
PAIR = TalkChannel(name="pair", seats=(0, 2))

THREE = Membership(opened=True, seats={0: "ayşe", 1: "bora", 2: "can"}, muted=frozenset({"can"}))


def table(*channels: TalkChannel) -> TableFact:
    return TableFact(
        room=ROOM,
        game="tictactoe",
        seq=1,
        players=("person", "person", "person"),
        channels=channels,
        hidden=False,
        absent_after=60.0,
        begun_at=1,
    )


@pytest.mark.parametrize(
    ("membership", "game", "person", "channel", "code"),
    [
        pytest.param(Membership(), None, "ayşe", "table", "no_such_room", id="unknown room"),
        pytest.param(THREE, None, "dilek", "table", "not_a_member", id="no seat"),
        pytest.param(THREE, None, "can", "table", "muted", id="muted"),
        pytest.param(THREE, table(), "ayşe", "table", "chat_closed", id="the game closed it"),
        pytest.param(THREE, table(PAIR), "bora", "pair", "no_such_channel", id="a channel of others"),
        pytest.param(THREE, table(PAIR), "bora", "none", "no_such_channel", id="no channel"),
        pytest.param(THREE, None, "bora", "pair", "no_such_channel", id="before the game there is one"),
        pytest.param(THREE, None, "ayşe", "table", None, id="before the game all may"),
        pytest.param(THREE, table(TABLE, PAIR), "ayşe", "pair", None, id="a channel of one's own"),
    ],
)
def test_who_may_speak_where(
    membership: Membership, game: TableFact | None, person: str, channel: str, code: str | None
) -> None:
    assert refusal_of(lambda: channel_for(membership, game, person, channel)) == code


def test_a_closed_room_is_silent() -> None:
    closed = Membership(opened=True, closed=True, seats={0: "ayşe"})
    assert refusal_of(lambda: channel_for(closed, None, "ayşe", "table")) == "chat_closed"


def said(seats: tuple[int, ...] | None) -> Said:
    return Said(room=ROOM, id="1", at=1, person="ayşe", seat=0, channel="c", text="t", seats=seats)


@pytest.mark.parametrize(
    ("person", "of_all", "of_the_pair"),
    [
        pytest.param("ayşe", True, True, id="one of the pair"),
        pytest.param("bora", True, False, id="another member"),
        pytest.param("dilek", True, False, id="somebody without a seat"),
        pytest.param(None, True, False, id="a spectator"),
    ],
)
def test_who_may_read_what(person: str | None, of_all: bool, of_the_pair: bool) -> None:
    assert is_readable(said(None), THREE, person) is of_all
    assert is_readable(said((0, 2)), THREE, person) is of_the_pair


def test_who_was_sent_away_reads_nothing_more() -> None:
    kicked = Membership(opened=True, banned=frozenset({"bora"}))
    assert not is_readable(said(None), kicked, "bora")
