"""What the documents tell people to type exists, and where they point to is something."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from divan.main import application

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]


def tried_lines() -> Iterator[tuple[str, str]]:
    """Each line of the blocks marked `sh tried`, with its document."""
    for document in DOCUMENTS:
        for block in re.findall(r"^```sh tried\n(.*?)^```", document.read_text(), re.M | re.S):
            for line in block.splitlines():
                if line.strip() and not line.startswith("#"):
                    yield str(document.relative_to(ROOT)), line


def typed(program: str) -> list[tuple[str, str]]:
    return [(document, line) for document, line in tried_lines() if line.split()[0] == program]


@pytest.mark.parametrize(("document", "line"), typed("divan"))
def test_a_command_of_divan_is_there_with_its_options(document: str, line: str) -> None:
    root = get_command(application())
    _, name, *arguments = shlex.split(line, comments=True)
    command = root.commands[name]  # type: ignore[attr-defined]
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {word for word in arguments if word.startswith("--")} <= known


@pytest.mark.parametrize(("document", "line"), typed("make"))
def test_a_target_of_make_is_there(document: str, line: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert line.split()[1] in targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)[^)]*\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("command", sorted(get_command(application()).commands))  # type: ignore[attr-defined]
def test_every_command_explains_itself(command: str) -> None:
    found = get_command(application()).commands[command]  # type: ignore[attr-defined]
    assert found.help
    assert [
        parameter.name
        for parameter in found.params
        if not getattr(parameter, "help", None) and parameter.name != "help"
    ] == []


@pytest.mark.parametrize("command", sorted(get_command(application()).commands))  # type: ignore[attr-defined]
def test_the_readme_shows_every_command(command: str) -> None:
    shown = {line.split()[1] for document, line in typed("divan") if document == "README.md"}
    assert command in shown


@pytest.mark.parametrize("document", [path.name for path in sorted((ROOT / "docs").glob("*.md"))])
def test_the_readme_leads_to_every_document(document: str) -> None:
    assert f"](docs/{document})" in (ROOT / "README.md").read_text()
