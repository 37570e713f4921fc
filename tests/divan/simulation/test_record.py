"""The file of a simulation: each game a line, and an interrupted one goes on where it was."""

from pathlib import Path

import pytest

from divan.simulation.record import GameRecord, OtherSimulation, RecordFile

GAME = {"game": "tictactoe", "seed": "s"}
RECORDS = [
    GameRecord(number=0, kinds=("easy", "easy"), entries=8, reason="line", outcomes=("won", "lost")),
    GameRecord(
        number=1, kinds=("easy", "easy"), entries=3, ahead=(0, 1), decisions={4: 2}, figures={"a": [1]}
    ),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = RecordFile(tmp_path / "games", GAME)
    assert file.read() == []
    for record in RECORDS:
        file.append(record)
    return tmp_path / "games"


def test_what_was_written_is_read(path: Path) -> None:
    assert RecordFile(path, GAME).read() == RECORDS


def test_a_line_that_was_cut_short_is_played_again(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    file = RecordFile(path, GAME)
    assert file.read() == RECORDS[:1]
    file.append(RECORDS[1])
    assert RecordFile(path, GAME).read() == RECORDS


def test_the_file_of_another_simulation_is_refused(path: Path) -> None:
    with pytest.raises(OtherSimulation, match="another simulation"):
        RecordFile(path, GAME | {"seed": "other"}).read()


def test_a_line_that_is_no_game_is_refused(path: Path) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": "two"}\n')
    with pytest.raises(OtherSimulation, match="no game"):
        RecordFile(path, GAME).read()
