"""The page's texts, read from the sources of its catalogues, and filled as the page fills them."""

import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src" / "i18n"

LANGUAGES = ("en", "tr", "fa")

FROM_RIGHT_TO_LEFT = {"fa"}

DIGITS = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}

LATIN = re.compile("[A-Za-z\u00c0-\u024f]")

LINE = re.compile(r'^  "?([a-z_]+(?:\.\w+)*)"?:\s*"((?:[^"\\]|\\.)*)",$', re.MULTILINE)
"""A key and its text, where both stand on one line, which is so for all but the longest."""


@cache
def catalogue(language: str) -> dict[str, str]:
    sources = (SOURCES / f"{language}.ts", *sorted(SOURCES.rglob(f"*_{language}.ts")))
    texts = dict(line for source in sources for line in LINE.findall(source.read_text(encoding="utf-8")))
    assert len(texts) > 150, f"the catalogue of {language} is not written as it used to be"
    return texts


def say(language: str, key: str) -> str:
    return catalogue(language)[key]


def written(value: object, language: str) -> str:
    """What fills a slot: numbers in its digits, Latin names set apart in a mirrored page."""
    if isinstance(value, int):
        return str(value).translate(DIGITS.get(language, {}))
    text = str(value)
    return f"\u2068{text}\u2069" if language in FROM_RIGHT_TO_LEFT and LATIN.search(text) else text


def foreign(language: str) -> set[str]:
    """Texts of the others, a few words each, that would show on a page of this one by mistake only."""
    mine = catalogue(language)
    return {
        text
        for other in LANGUAGES
        if other != language
        for key, text in catalogue(other).items()
        if "{" not in text and len(text.split()) > 1 and text != mine.get(key)
    }
