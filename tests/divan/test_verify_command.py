"""`divan verify`: what it says of files and rooms, and its exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from divan.exits import Exit, Trouble
from divan.main import application
from libs.events.admin import AdminEvent
from libs.events.nats import open_events
from libs.events.wire import unpack
from tests.libs.events.twins import fresh
from tests.proof.make_vectors import FOLDER
from tests.proof.tampering import read_book
from tests.runtime.golden_logs import read
from tests.support.nats_server import Server

GOOD = FOLDER / "good-tictactoe.divan"
BAD = FOLDER / "draw-dice.divan"
SOURCE = FOLDER / "good-fork-source.divan"
HEADS = read_book(GOOD.read_bytes()).heads


def run(*arguments: object) -> tuple[int, list[str]]:
    done = CliRunner().invoke(application(), ["verify", *map(str, arguments)])
    if isinstance(done.exception, Trouble):
        raise done.exception
    return done.exit_code, done.stdout.splitlines()


def test_a_game_that_holds_is_told_with_what_was_checked_and_what_was_not() -> None:
    code, lines = run(GOOD)
    assert code == Exit.DONE
    assert lines[0] == "tictactoe in room proof-persons, 10 entries, rules 1: it holds."
    assert "1 draws from the seeds" in lines[1]
    assert any("No head was given" in line for line in lines)
    assert any("No commitment was given" in line for line in lines)


def test_the_first_entry_that_does_not_hold_is_named() -> None:
    code, lines = run(BAD)
    assert code == Exit.FAILED
    assert lines == [
        "fetih in room fetih-205, 27 entries, rules 1: entry 6 does not hold (draw). "
        'Its draw 0, "dice", does not follow from the seeds.'
    ]


def test_heads_come_from_the_command_line_and_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "heads").write_text(f"# of the game on Monday\n{HEADS[1]}\n\n{HEADS[4].upper()}\n")
    code, lines = run(GOOD, "--head", HEADS[0], "--heads", tmp_path / "heads")
    assert code == Exit.DONE
    assert "3 heads" in lines[1]
    code, lines = run(GOOD, "--head", "0" * 64)
    assert code == Exit.FAILED
    assert "the log does not hold (head)" in lines[0]


def test_the_commitment_that_was_shown_before_must_be_the_logs() -> None:
    code, lines = run(GOOD, "--commitment", "0" * 64)
    assert code == Exit.FAILED
    assert "entry 1 does not hold (commitment)" in lines[0]


@pytest.mark.parametrize("given", [("--head", "00"), ("--commitment", "zz")])
def test_what_is_no_hash_is_refused(given: tuple[str, str]) -> None:
    with pytest.raises(Trouble, match="64 hexadecimal digits") as trouble:
        run(GOOD, *given)
    assert trouble.value.code == Exit.USAGE


def test_json_holds_the_same() -> None:
    code, lines = run(BAD, "--json")
    (report,) = map(json.loads, lines)
    assert code == Exit.FAILED
    assert (report["holds"], report["complete"], report["entries"]) == (False, True, 27)
    assert (report["failure"]["entry"], report["failure"]["check"]) == (6, "draw")
    assert report["checked"]["entries"] == 5


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    file = tmp_path / "many.divan"
    file.write_bytes(b"".join(path.read_bytes() for path in (GOOD, BAD, FOLDER / "good-running.divan")))
    return file


def test_of_several_games_those_that_do_not_hold_are_named_and_counted(bundle: Path) -> None:
    code, lines = run(bundle)
    assert code == Exit.FAILED
    assert lines[0].startswith("fetih in room fetih-205, 27 entries, rules 1: entry 6 does not hold (draw)")
    assert lines[1] == "3 games, 1 of them do not hold."
    code, lines = run(bundle, "--json")
    reports = [json.loads(line) for line in lines]
    assert [report.get("holds") for report in reports] == [True, False, True, None]
    assert (reports[-1]["games"], reports[-1]["failed"]) == (3, 1)


def test_one_of_several_games_is_chosen_by_its_room(bundle: Path) -> None:
    code, lines = run(bundle, "--room", "proof-persons", "--head", HEADS[-1])
    assert (code, len([line for line in lines if "it holds" in line])) == (Exit.DONE, 1)
    with pytest.raises(Trouble, match="holds no game of the room nobody"):
        run(bundle, "--room", "nobody")


def test_a_head_belongs_to_one_game(bundle: Path) -> None:
    with pytest.raises(Trouble, match="choose it with --room"):
        run(bundle, "--head", HEADS[0])


def test_a_fork_is_held_against_its_source() -> None:
    fork = FOLDER / "good-fork.divan"
    code, lines = run(fork, "--source", SOURCE)
    assert code == Exit.DONE
    assert "1 position of its source" in lines[1]
    assert not any("taken as it stands" in line for line in lines)


def test_a_fork_that_begins_otherwise_than_its_source_does_not_hold(tmp_path: Path) -> None:
    def moved(entries: list[dict[str, Any]]) -> None:
        cells = entries[0]["events"][1]["position"]["cells"]
        free, taken = cells.index(None), cells.index(0)
        cells[free], cells[taken] = 0, None

    def named(entries: list[dict[str, Any]]) -> None:
        for fork in (entries[0]["events"][1]["fork"], entries[0]["command"]["body"]["fork"]):
            fork["head"] = "0" * 64

    def hurried(entries: list[dict[str, Any]]) -> None:
        for of in (entries[0]["events"][0], entries[0]["command"]["body"]):
            of["options"] = {**of["options"], "turn_seconds": 30}

    first = (FOLDER / "good-fork.divan").read_bytes()
    changes = ((moved, "not that of the source"), (named, "has not the hash"), (hurried, "Its options"))
    for change, said in changes:
        begun = read_book(first)
        begun.rehashed(begun.bodies[:1]).forged(change)
        begun.header |= {"ended_at": begun.header["began_at"], "result": None}
        (tmp_path / "fork.divan").write_bytes(begun.text())
        code, lines = run(tmp_path / "fork.divan", "--source", SOURCE)
        assert code == Exit.FAILED
        assert "entry 1 does not hold (begin)" in lines[0]
        assert said in lines[0]


def test_a_game_that_is_no_fork_has_no_source() -> None:
    with pytest.raises(Trouble, match="--source is for a fork"):
        run(GOOD, "--source", SOURCE)


def test_an_empty_file_and_one_that_is_not_there_are_said(tmp_path: Path) -> None:
    (tmp_path / "empty.divan").touch()
    for name, said in (("empty.divan", "is empty"), ("nowhere.divan", "cannot be read")):
        with pytest.raises(Trouble, match=said):
            run(tmp_path / name)


def test_a_file_that_is_no_game_file_does_not_hold(tmp_path: Path) -> None:
    (tmp_path / "text.divan").write_text("hello\n")
    code, lines = run(tmp_path / "text.divan")
    assert code == Exit.FAILED
    assert lines == ["a game: the log does not hold (header). The first line is no header."]


async def test_a_room_is_verified_where_it_is(nats_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    log = list(read("tictactoe"))
    async with open_events(nats_server.url, name="test") as events:
        room = fresh()
        for number, data in enumerate(log):
            await events.games.append(room, data, id=f"{number}")
        broken = fresh()
        for number, data in enumerate([log[0], log[2]]):
            await events.games.append(broken, data, id=f"{number}")
    monkeypatch.setenv("NATS_URL", nats_server.url)
    from divan.verifying.command import Wanted, run_verify

    wanted = Wanted(heads=(), commitment=None, room=None, as_json=False)
    assert await run_verify(room, wanted)
    assert not await run_verify(broken, wanted)
    with pytest.raises(Trouble, match="stands in the log"):
        await run_verify(fresh(), wanted)
    async with open_events(nats_server.url, name="test") as events:
        trail = [unpack(AdminEvent, stored.data) async for stored in events.admin.read_all()]
    # The one that is not over, and none that is.
    assert [event.target for event in trail if event.target in (room, broken)] == [broken, broken]
