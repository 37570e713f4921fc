"""Names of people (F97 to F99)."""

# ruff: noqa: RUF001

import pytest

from services.rooms.names import folded, guest_name, is_guest_name, is_password, is_username, name_key, normal


@pytest.mark.parametrize("name", ["abc", "Ali_42", "İnci", "ışık", "ÇŞĞÜÖçşğüö", "qwx", "a" * 16, "___"])
def test_letters_digits_and_underscores_make_a_name(name: str) -> None:
    assert is_username(normal(name))


@pytest.mark.parametrize(
    "name",
    ["", "ab", "a" * 17, "ali veli", "ali-1", "kâmil", "али", "abc\n", "abc\x00", "٣٤٥", "a b", "😀😀😀"],
)
def test_anything_else_does_not(name: str) -> None:
    assert not is_username(normal(name))


def test_a_name_counts_characters_after_composing_them() -> None:
    decomposed = "s\u0327" * 16
    assert is_username(normal(decomposed))


@pytest.mark.parametrize(
    ("one", "other"), [("İnci", "INCI"), ("İnci", "ıncı"), ("Ali", "ALI"), ("ŞEN", "şen")]
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert name_key(one) == name_key(other)


def test_other_letters_stay_apart() -> None:
    assert folded("sen") != folded("şen")


@pytest.mark.parametrize("name", ["Guest0427", "misafir0427", "MİSAFİR12345", "gUEST00001"])
def test_the_names_of_guests_are_theirs_alone(name: str) -> None:
    assert is_guest_name(name)


@pytest.mark.parametrize("name", ["Guest042", "Guest123456", "Misafir", "aGuest0427"])
def test_names_that_only_resemble_a_guests_are_free(name: str) -> None:
    assert not is_guest_name(name)


def test_a_guest_is_called_in_the_language_of_the_page() -> None:
    assert [guest_name(language, 427, 4) for language in ("tr", "en", "fa")] == [
        "Misafir0427",
        "Guest0427",
        "Guest0427",
    ]


@pytest.mark.parametrize(
    ("password", "is_one"), [("12345", False), ("123456", True), ("ş" * 128, True), ("a" * 129, False)]
)
def test_a_password_has_6_to_128_characters(password: str, is_one: bool) -> None:
    assert is_password(password) is is_one
