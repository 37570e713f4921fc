"""The sentences of refusals, one file a language; English is whole, the others may lag behind it."""

import json
from collections.abc import Mapping
from importlib.resources import files

LANGUAGES = ("en", "tr")

SENTENCES: Mapping[str, Mapping[str, str]] = {
    language: json.loads(files(__name__).joinpath(f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}


def sentence(code: str, language: str, otherwise: str | None = None) -> str:
    """What is said to a person: in that language, or as another service said it, or in English."""
    return SENTENCES[language].get(code) or otherwise or SENTENCES["en"].get(code, code)


def language_of(accepted: str | None) -> str:
    """Which of our languages an Accept-Language header, or a plain tag, likes best; English by default."""
    best, best_weight = "en", 0.0
    for part in (accepted or "")[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        language = tag.split("-")[0].lower()
        try:
            liked = float(weight) if weight else 1.0
        except ValueError:
            continue
        if language in SENTENCES and liked > best_weight:
            best, best_weight = language, liked
    return best
