"""The page's texts, read from the sources of its catalogues."""

import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "web" / "src" / "i18n"

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


def foreign(language: str) -> dict[str, str]:
    """Texts of the other language that would show on a page of this one only by mistake: a few words each."""
    other = {"en": "tr", "tr": "en"}[language]
    mine = catalogue(language)
    return {
        key: text
        for key, text in catalogue(other).items()
        if "{" not in text and len(text.split()) > 1 and text != mine.get(key)
    }
