"""How far a long command is: shown, and never in the way of what it prints."""

import io

import pytest

from divan.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_it_in_words() -> None:
    err = Terminal()
    with progress(err) as tell:
        tell(1, 4, "1 of 4 games")
    assert "1 of 4 games" in err.getvalue()


def test_what_is_printed_meanwhile_goes_where_it_was_sent(capsys: pytest.CaptureFixture[str]) -> None:
    err = Terminal()
    with progress(err) as tell:
        tell(1, 4, "1 of 4 games")
        print("an answer")
    assert capsys.readouterr().out == "an answer\n"
    assert "an answer" not in err.getvalue()


def test_elsewhere_nothing_is_said_of_what_does_not_take_long() -> None:
    err = io.StringIO()
    with progress(err) as tell:
        tell(1, 4, "1 of 4 games")
    assert err.getvalue() == ""


def test_elsewhere_a_line_is_said_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("divan.progress.LINE_EVERY", 0.0)
    err = io.StringIO()
    with progress(err) as tell:
        tell(1, 4, "1 of 4 games")
    assert err.getvalue() == "1 of 4 games (25%)\n"
