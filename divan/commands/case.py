"""`divan case`: run worked examples and say where they fail."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, TextIO

import typer

from divan.exits import Exit
from divan.options import STUDY
from libs.games.catalog import GAMES
from libs.games.kit.case import CaseFailure, run_case


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A failing case and the file it stands in."""

    file: str
    failure: CaseFailure


class NoCaseFiles(Exception):
    """A path that does not exist, or a folder without any JSON file."""


def case_files(paths: Sequence[Path]) -> list[Path]:
    """The files, and every JSON file below the folders, in order of their names."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(path.rglob("*.json"))
            if not found:
                raise NoCaseFiles(f"no case files in {path}")
            files += found
        elif path.exists():
            files.append(path)
        else:
            raise NoCaseFiles(f"no such file or folder: {path}")
    return files


def run_file(file: Path) -> Iterator[CaseFailure | None]:
    """For each case of the file where it fails, or None; a file that cannot be read is one failing case."""
    try:
        cases = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        yield _unreadable(f"{type(error).__name__}: {error}")
        return
    if not isinstance(cases, list):
        yield _unreadable(f"a JSON {type(cases).__name__}")
        return
    for case in cases:
        yield run_case(case, GAMES)


def _unreadable(found: str) -> CaseFailure:
    return CaseFailure(title="the file", step=None, expected="a JSON list of cases", found=found)


def run_cases(paths: Sequence[Path], *, out: TextIO, as_json: bool) -> int:
    """Run the cases of files and folders, write what failed to `out`, and give the exit code."""
    try:
        files = case_files(paths)
    except NoCaseFiles as error:
        print(f"divan case: {error}", file=sys.stderr)
        return Exit.USAGE
    passed = 0
    failed: list[Failed] = []
    for file in files:
        for failure in run_file(file):
            if failure is None:
                passed += 1
                continue
            failed.append(Failed(file=str(file), failure=failure))
            if not as_json:
                print(_line(failed[-1]), file=out)
    if as_json:
        failures = [{"file": one.file, **asdict(one.failure)} for one in failed]
        json.dump({"passed": passed, "failed": len(failed), "failures": failures}, out, ensure_ascii=False)
        print(file=out)
    else:
        print(f"{passed} passed, {len(failed)} failed", file=out)
    return Exit.FAILED if failed else Exit.DONE


def _line(failed: Failed) -> str:
    failure = failed.failure
    where = "" if failure.step is None else f"step {failure.step}: "
    told = f"{failed.file}: {failure.title}: {where}expected {failure.expected}, found {failure.found}"
    # A title may hold half of a surrogate pair, which no terminal takes.
    return " ".join(told.split()).encode(errors="backslashreplace").decode()


def case(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders that hold some.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of lines.")] = False,
) -> None:
    """Run worked examples: a line for each failing case, then the count."""
    raise typer.Exit(run_cases(paths, out=sys.stdout, as_json=as_json))


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel=STUDY)(case)
