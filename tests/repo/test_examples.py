"""What the documents say that a command prints is what it prints."""

from pathlib import Path

import pytest

from divan.examples import DOCUMENTS, present_and_renewed, renewed


@pytest.mark.slow
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_commands_of_a_document_print_what_stands_there(name: str) -> None:
    present, now = present_and_renewed(name)
    assert now == present


def test_what_is_printed_stands_in_the_block_after_its_commands() -> None:
    text = "before\n```sh tried\ndivan --version\n```\n\n```text printed\nold\n```\n\nafter\n"
    now = renewed(text)
    assert now.startswith("before\n```sh tried\ndivan --version\n```\n\n```text printed\ndivan ")
    assert now.endswith("\n```\n\nafter\n")
    assert "old" not in now
    assert renewed(now) == now


def test_commands_without_a_block_after_them_are_run_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "```sh tried\ndivan simulate tictactoe --games 1 --log one.divan\n```\n\n```text\nno output\n```\n"
    assert renewed(text) == text
    assert (tmp_path / "one.divan").exists()


def test_a_command_that_fails_is_named() -> None:
    with pytest.raises(RuntimeError, match="only commands of divan"):
        renewed("```sh tried\nls\n```\n")
