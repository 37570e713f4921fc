"""Whatever is lost of an engine comes back from the log: acks, fences, owners, snapshots, memory."""

import pytest

from libs.events.commands import Command
from libs.events.ports import Unavailable
from libs.events.views import AskView
from libs.events.wire import pack, unpack_plain
from services.engine.config import Config
from tests.services.engine.playing import CONFIG, Playing, playing


async def play_a_move(play: Playing, cell: int, id: str | None = None) -> str:
    """The seat whose turn it is places there; the outcome."""
    pages = await play.pages()
    seat = pages[-1].table.game.view(pages[-1].table.state.position, None)["turn"]
    return (await play.place(seat, cell, id=id)).outcome


async def test_a_lost_acknowledgement_is_found_in_the_log(play: Playing) -> None:
    await play.start()
    play.server.drop_next_ack(key="r1")
    assert await play_a_move(play, 4, id="m1") == "retry"
    pages = await play.pages()
    seat = pages[1].entry.command.seat
    assert seat is not None
    again = await play.place(seat, 4, id="m1")
    assert again.outcome == "repeated"
    assert len(await play.log()) == 2


async def test_an_append_that_never_arrived_is_decided_when_the_command_comes_again(play: Playing) -> None:
    await play.start()
    play.server.fail_next_append(key="r1")
    assert await play_a_move(play, 4, id="m1") == "retry"
    assert len(await play.log()) == 1
    assert await play_a_move(play, 4, id="m1") == "accepted"


async def test_a_zombie_owner_loses_the_race_for_the_fence_and_decides_anew(two_engines: Playing) -> None:
    play = two_engines
    await play.start()
    partition = play.partition("r1")
    await play_a_move(play, 0)
    play.server.steal_pin(partition, noticed=False)
    await play.server.settle()
    # Both listen now, and both decide each command: one append wins each time.
    for cell in (1, 2, 3, 4):
        assert await play_a_move(play, cell) in ("accepted", "repeated")
    await play.server.settle()
    play.server.notice_loss(partition)
    await play.server.settle()
    assert await play_a_move(play, 5) in ("accepted", "repeated")
    ids = [page.entry.command.id for page in await play.pages()]
    assert len(ids) == len(set(ids)) == 7


async def test_the_next_owner_shows_what_the_former_died_before_showing(play: Playing) -> None:
    await play.start()
    await play.server.settle()
    play.server.drop_next_ack(key="r1")
    await play_a_move(play, 4, id="m1")
    await play.server.settle()
    assert [view.number for view in play.sent_to(0)] == [1]
    pages = await play.pages()
    seat = pages[1].entry.command.seat
    assert seat is not None
    await play.place(seat, 4, id="m1")
    await play.server.settle()
    last = play.sent_to(1 - seat)[-1]
    assert (last.number, last.former) == (2, 1)
    assert last.told[0]["type"] == "MarkPlaced"
    assert last.view["cells"][4] == seat


async def test_the_next_owner_claims_to_know_nothing_of_what_it_does_not_tell(play: Playing) -> None:
    """A view that tells nothing and follows the one before would take away what an older entry told: that may
    have got lost too.
    """
    await play.start(game="sealed", seats=("person", "person", "person"), options={"rounds": 5})
    for seat in (0, 1):
        await play.command("r1", "player", seat, {"type": "bid", "coins": 1}, id=f"b{seat}")
    await play.server.advance(1_100)
    play.engines[0].put_away_idle(idle=1, at_hand=100)
    await play.server.settle()
    await play.events.snapshots.remove("r1")
    assert (await play.command("r1", "player", 1, {"type": "bid", "coins": 1}, id="b1")).outcome == "repeated"
    await play.server.settle()
    shown, hidden = play.sent_to(1)[-1], play.sent_to(0)[-1]
    assert (shown.number, shown.former, [event["type"] for event in shown.told]) == (2, 1, ["BidPlaced"])
    assert (hidden.number, hidden.former, hidden.told) == (2, 2, ())


async def test_a_room_leaves_memory_with_a_snapshot_and_comes_back(play: Playing) -> None:
    await play.start()
    await play_a_move(play, 0)
    engine = play.engines[0]
    await play.server.advance(61_000 - 60_000 + 100)
    engine.put_away_idle(idle=1, at_hand=100)
    await play.server.settle()
    assert engine.rooms_at_hand() == 0
    assert await play.events.snapshots.get("r1") is not None
    assert await play_a_move(play, 1) == "accepted"
    assert engine.rooms_at_hand() == 1


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"garbage", id="garbage"),
        pytest.param(lambda data: pack({**unpack_plain(data), "build": "another"}), id="another build's"),
        pytest.param(lambda data: None, id="lost"),
    ],
)
async def test_a_snapshot_that_is_of_no_use_is_ignored(play: Playing, damage: object) -> None:
    await play.start()
    await play_a_move(play, 0)
    await play.server.advance(1_100)
    play.engines[0].put_away_idle(idle=1, at_hand=100)
    await play.server.settle()
    data = await play.events.snapshots.get("r1")
    assert callable(damage)
    damaged = damage(data)
    await play.events.snapshots.remove("r1")
    if damaged is not None:
        await play.events.snapshots.put("r1", damaged)
    assert await play_a_move(play, 1) == "accepted"
    assert len(await play.pages()) == 3


async def test_a_snapshot_of_entries_that_the_log_has_lost_is_ignored(play: Playing) -> None:
    await play.start()
    await play_a_move(play, 0)
    await play.server.advance(1_100)
    play.engines[0].put_away_idle(idle=1, at_hand=100)
    await play.server.settle()
    start = (await play.log())[0]
    await play.events.games.purge("r1")
    await play.events.games.append("r1", start.data, id="restored")
    assert await play_a_move(play, 0) == "accepted"
    assert len(await play.pages()) == 2


async def test_a_restored_room_is_the_room_that_was_put_away(play: Playing) -> None:
    await play.start(game="sealed", seats=("person", "person", "easy"), options={"rounds": 5})
    await play.command("r1", "player", 0, {"type": "bid", "coins": 1}, id="b")
    await play.server.advance(1_100)
    play.engines[0].put_away_idle(idle=1, at_hand=100)
    await play.server.settle()
    again = await play.command("r1", "player", 0, {"type": "bid", "coins": 1}, id="b")
    answer = await play.command("r1", "player", 1, {"type": "fold"})
    assert again.outcome == "repeated"
    assert answer.outcome == "accepted"
    whole = (await play.pages())[-1].table
    assert whole.numbers[1] == answer.number


async def test_too_many_rooms_at_hand_are_put_away_oldest_first() -> None:
    config = Config(nats_url="", master_key=CONFIG.master_key)
    async with playing(config=config) as play:
        for room in ("r1", "r2", "r3"):
            await play.start(room)
            await play.server.advance(10)
        play.engines[0].put_away_idle(idle=1000, at_hand=1)
        await play.server.settle()
        assert play.engines[0].rooms_at_hand() == 1
        assert await play.events.snapshots.get("r1") is not None
        assert await play.events.snapshots.get("r3") is None


async def test_a_server_that_cannot_be_reached_loses_nothing(play: Playing) -> None:
    await play.start()
    play.server.reachable = False
    with pytest.raises(Unavailable):
        await play.place(0, 0)
    play.server.reachable = True
    assert await play_a_move(play, 0) == "accepted"


@pytest.mark.parametrize("damage", ["lost ack", "failed append", "lost command"])
async def test_a_resolution_with_many_outcomes_is_in_the_log_whole_or_not_at_all(
    play: Playing, damage: str
) -> None:
    await play.start(game="houses", seats=("person",) * 5)
    nothing = {"type": "submit_orders", "orders": []}
    for seat in range(4):
        await play.command("r1", "player", seat, nothing)
    match damage:
        case "lost ack":
            play.server.drop_next_ack(key="r1")
        case "failed append":
            play.server.fail_next_append(key="r1")
        case _:
            play.server.lose_next("command.>")
    last = Command(room="r1", id="last", origin="player", seat=4, body=nothing)
    play.patience = 0.05
    assert (await play.insist(last)).outcome in ("accepted", "repeated")
    assert (await play.insist(last)).outcome == "repeated"
    told = [[event["type"] for event in page.entry.events] for page in await play.pages()]
    assert ["TurnBegan" in each for each in told] == [False] * 5 + [True]
    assert (told[-1][0], told[-1][-1]) == ("OrdersSubmitted", "TurnBegan")


async def test_a_room_from_a_snapshot_shows_what_it_cannot_tell_as_a_gap(play: Playing) -> None:
    await play.start()
    await play_a_move(play, 0)
    play.engines[0].put_away_idle(idle=-1, at_hand=0)
    await play.server.settle()
    told = play.sent_to(0)[-1]
    await play.ask("r1", AskView(reader=0))
    again = play.sent_to(0)[-1]
    assert (told.number, told.former, again.number, again.former) == (2, 1, 2, 2)
    assert again.view == told.view
