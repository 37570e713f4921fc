"""Recorded games of every kind are forked, and played on by bots to their end."""

from collections.abc import AsyncIterator, Sequence

import pytest

from divan.verifying.chain import ClaimedLog
from divan.verifying.verify import verify
from libs.events.commands import Command, Fork
from libs.events.entry import Sealed
from libs.events.ports import Stored
from libs.events.wire import plain, unpack
from libs.games.catalog import GAMES
from libs.runtime.forks import Source, find_source
from libs.runtime.platform_events import PositionLoaded
from libs.runtime.table import Table
from services.engine.drafting import sealed
from services.engine.ruling import rule
from tests.runtime.golden_logs import GOLDEN, KEYS, play_on, read

SOURCES = ("fetih-2-seats", "houses-5-seats", "tictactoe", "tictactoe-full", "tictactoe-dead-position")
"""Recorded games, one for each version of the rules of each game, none of them long."""


async def stored(log: Sequence[bytes]) -> AsyncIterator[Stored]:
    for fence, data in enumerate(log, start=1):
        yield Stored(fence, "", data)


async def source_of(name: str, part: float) -> Source:
    """A recorded game after that part of its entries: 0 is the first, 1 the last but one."""
    log = list(read(name))
    seq = 1 + round(part * (len(log) - 2))
    source = await find_source(name, seq, stored(log), GAMES)
    assert source is not None
    return source


def begun(source: Source, room: str, seats: Sequence[str]) -> tuple[Table, list[bytes]]:
    """The fork after its first entry, and its log; `seats`: "person" or a kind of bot for each."""
    table = Table("a-fork", source.game)
    table.rules = source.rules
    fork = Fork(room=room, seq=source.seq, head=source.head.hex())
    body = {
        "type": "start",
        "game": source.game.name,
        "options": dict(source.options),
        "seats": [_seat(seat) for seat in seats],
        "fork": plain(fork),
    }
    command = Command(room=table.room, id="start", origin="host", body=body)
    loaded = PositionLoaded(position=source.seated(seats), fork=fork)
    draft = rule(table, command, 0, KEYS, loaded)
    entry, data, digest = sealed(table, command, draft, (*range(len(seats)), None))
    table.apply(entry, digest)
    return table, [data]


def _seat(who: str) -> dict[str, str]:
    return {"player": "person"} if who == "person" else {"player": "bot", "bot": who}


def test_every_version_of_every_games_rules_is_forked() -> None:
    assert {GOLDEN[name][0] for name in SOURCES} == set(GAMES)


@pytest.mark.parametrize("part", [0, 0.5, 1])
@pytest.mark.parametrize("name", SOURCES)
async def test_a_fork_stands_where_its_source_stood_and_bots_play_it_to_its_end(
    name: str, part: float
) -> None:
    _, kinds = GOLDEN[name]
    source = await source_of(name, part)
    table, log = begun(source, name, kinds)
    assert table.state.position == source.position
    assert (table.rules, table.seq) == (source.rules, 1)
    log += play_on(table, kinds)
    assert table.state.over
    report = verify(ClaimedLog(pieces=[unpack(Sealed, data) for data in log]), GAMES)
    assert (report.failure, report.complete) == (None, True)


@pytest.mark.parametrize("name", SOURCES)
async def test_each_reader_of_a_fork_sees_what_the_seat_saw_whoever_sits_there_now(name: str) -> None:
    _, kinds = GOLDEN[name]
    source = await source_of(name, 0.5)
    seats = [kind if seat % 2 else "person" for seat, kind in enumerate(kinds)]
    table, _ = begun(source, name, seats)
    assert table.state.players == tuple("person" if seat == "person" else "bot" for seat in seats)
    game, position = source.game, source.position
    expected = position if game.seated is None else game.seated(position, seats)
    for reader in table.readers:
        assert game.view(table.state.position, reader) == game.view(expected, reader)
    # But for who sits there, it is the very position.
    again = expected if game.seated is None else game.seated(expected, kinds)
    assert again == position


async def test_the_end_of_a_game_is_no_place_to_go_on_from() -> None:
    log = list(read("tictactoe"))
    last = await find_source("tictactoe", len(log), stored(log), GAMES)
    assert last is not None
    assert last.is_over
    assert await find_source("tictactoe", len(log) + 1, stored(log), GAMES) is None


async def test_a_fork_whose_position_was_changed_does_not_verify() -> None:
    _, kinds = GOLDEN["tictactoe"]
    source = await source_of("tictactoe", 0.5)
    table, log = begun(source, "tictactoe", kinds)
    log += play_on(table, kinds)
    pieces = [unpack(Sealed, data) for data in log]
    forged = pieces[0].entry.replace(source.head.hex().encode(), b"0" * 64)
    report = verify(ClaimedLog(pieces=[Sealed(entry=forged, hash=pieces[0].hash), *pieces[1:]]), GAMES)
    assert report.failure is not None
    assert report.failure.entry == 1
