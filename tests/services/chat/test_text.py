"""What a message may be made of."""

import unicodedata

import pytest

from services.chat.text import written
from tests.services.chat.saying import refusal_of


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        pytest.param("  selam \n", "selam", id="trimmed"),
        pytest.param("g\u0306", "ğ", id="composed"),
        pytest.param("one\r\ntwo\tthree", "one  two three", id="line breaks become spaces"),
        pytest.param("one\u2028two\u2029three", "one two three", id="Unicode's line breaks too"),
        pytest.param("a\x00b\x1b[31mc\x7f", "ab[31mc", id="control characters go"),
        pytest.param("pay \u202e001\u202c now", "pay 001 now", id="overrides of direction go"),
        pytest.param("\u2066left\u2069", "left", id="isolates go"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="the non-joiner of Persian stays"),  # noqa: RUF001
        pytest.param("👩\u200d🚀", "👩\u200d🚀", id="joined emoji stay"),
        pytest.param("<b>&amp;", "<b>&amp;", id="markup is text"),
        pytest.param("a\x08\u0306", "\u0103", id="what becomes neighbours is composed"),
    ],
)
def test_a_text_is_cleaned(raw: str, text: str) -> None:
    assert written(raw) == text
    assert unicodedata.is_normalized("NFC", written(raw))


@pytest.mark.parametrize("raw", ["", "   ", "\n\t", "\u200b\ufeff", "\x00", "\u202e\u202c", " \u3000\xa0 "])
def test_a_text_without_a_visible_character_is_empty(raw: str) -> None:
    assert refusal_of(lambda: written(raw)) == "empty_message"


def test_length_counts_code_points_after_composition() -> None:
    assert len(written("g\u0306" * 200)) == 200
    assert refusal_of(lambda: written("ğ" * 201)) == "message_too_long"


def test_spaces_around_a_text_do_not_count() -> None:
    assert written(" " * 10_000 + "a" * 200 + " " * 10_000) == "a" * 200


def test_a_huge_text_is_refused_without_a_closer_look() -> None:
    assert refusal_of(lambda: written("\x00" * 5_000 + "a")) == "message_too_long"
