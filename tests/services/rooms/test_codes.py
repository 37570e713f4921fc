"""Codes of rooms."""

# ruff: noqa: RUF001

from services.rooms.codes import ALPHABET, CODE, new_code, new_watch_token, read_code


def test_a_code_has_six_characters_without_look_alikes() -> None:
    codes = {new_code() for _ in range(200)}
    assert all(CODE.fullmatch(code) for code in codes)
    assert not set("ILO01") & set(ALPHABET)
    assert len(ALPHABET) == 31


def test_a_code_may_be_typed_in_lower_case() -> None:
    assert read_code("abcd23") == "ABCD23"


def test_only_ascii_letters_are_raised() -> None:
    assert read_code("ıbcd23") is None
    assert read_code("ıİcd23") is None


def test_a_watching_token_is_never_taken_for_a_code() -> None:
    assert all(read_code(new_watch_token()) is None for _ in range(200))
