"""The sentences of refusals, one file a language; English is whole, the others may lag behind it.

What a game refuses is worded in English by the game, in other languages by games/<game>.<language>.json.
"""

import json
from collections.abc import Mapping
from importlib.resources import files

LANGUAGES = ("en", "tr", "fa")

SENTENCES: Mapping[str, Mapping[str, str]] = {
    language: json.loads(files(__name__).joinpath(f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}

GAME_SENTENCES: Mapping[tuple[str, str], Mapping[str, str]] = {
    (game, language): json.loads(file.read_text("utf-8"))
    for file in files(__name__).joinpath("games").iterdir()
    for game, language, _ in [file.name.split(".")]
}
"""By game and language."""


def game_sentence(game: str, code: str, language: str, otherwise: str) -> str:
    """What a refused move is told: in that language, or as the engine said it."""
    if language == "en":
        return otherwise
    own = GAME_SENTENCES.get((game, language), {})
    return own.get(code) or sentence(code, language, otherwise)


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
