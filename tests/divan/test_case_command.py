"""`divan case`: a line for each failing case, the count, and the exit code."""

import io
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from divan.commands import case
from divan.commands.case import run_cases

PASSING = {"game": "tictactoe", "title": "fine", "steps": []}
FAILING = {"game": "tictactoe", "title": "wrong", "steps": [{"clock": "noon"}]}
UNKNOWN = {"game": "ludo", "title": "unknown \ud800", "steps": []}


def write(path: Path, text: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return path


def run(*paths: Path, as_json: bool = False) -> tuple[int, str]:
    out = io.StringIO()
    code = run_cases(paths, out=out, as_json=as_json)
    return code, out.getvalue()


def test_passing_cases_are_counted(tmp_path: Path) -> None:
    write(tmp_path / "a.json", [PASSING, PASSING])
    write(tmp_path / "deeper" / "b.json", [PASSING])
    assert run(tmp_path) == (0, "3 passed, 0 failed\n")


def test_a_failing_case_has_its_line(tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", [PASSING, FAILING, UNKNOWN])
    code, out = run(file)
    lines = out.splitlines()
    assert code == 1
    assert lines == [
        f"{file}: wrong: expected a case as docs/cases.md describes it, "
        "found step 1: clock: \"deadline\" is expected, not 'noon'",
        f'{file}: unknown \\ud800: expected a game of the catalogue, found no such game "ludo"',
        "1 passed, 2 failed",
    ]


@pytest.mark.parametrize("text", ["{", "{}", "\x00", "[" * 100_000, '"cases"'], ids=len)
def test_a_file_that_is_no_list_of_cases_is_a_failing_case(tmp_path: Path, text: str) -> None:
    file = write(tmp_path / "a.json", text)
    code, out = run(file, write(tmp_path / "b.json", [PASSING]))
    assert code == 1
    assert out.startswith(f"{file}: the file: expected a JSON list of cases, found ")
    assert out.endswith("\n1 passed, 1 failed\n")


def test_a_file_that_is_no_text_is_a_failing_case(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert run(file)[0] == 1


def test_one_json_object_instead_of_lines(tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", [PASSING, FAILING])
    code, out = run(file, as_json=True)
    told = json.loads(out)
    assert code == 1
    assert (told["passed"], told["failed"]) == (1, 1)
    assert told["failures"][0]["file"] == str(file)
    assert (told["failures"][0]["title"], told["failures"][0]["step"]) == ("wrong", None)


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_cases_is_a_wrong_argument(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / name) == (2, "")
    assert name in capsys.readouterr().err


def test_the_command_line_gives_the_exit_code(tmp_path: Path) -> None:
    app = typer.Typer()
    case.register(app)
    file = write(tmp_path / "a.json", [FAILING])
    result = CliRunner().invoke(app, [str(file)])
    assert result.exit_code == 1
    assert result.output.endswith("0 passed, 1 failed\n")
