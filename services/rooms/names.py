"""Names of people: what may be one, when two are the same, and the names of guests (F97 to F99)."""

import re
import unicodedata

USERNAME = re.compile(r"[a-zA-ZÇçĞğİıÖöŞşÜü0-9_]{3,16}")  # noqa: RUF001
GUEST = re.compile(r"(?:guest|misafir)[0-9]{4,5}")
"""A guest's name after folding: nobody may register it."""

GUEST_PREFIXES = {"en": "Guest", "tr": "Misafir"}

SHORTEST_PASSWORD, LONGEST_PASSWORD = 6, 128

_ONE_I = str.maketrans({"İ": "i", "I": "i", "ı": "i"})  # noqa: RUF001


def normal(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def is_username(name: str) -> bool:
    """Whether a name, normalised before, may be registered by somebody: not the form of a guest's."""
    return USERNAME.fullmatch(name) is not None


def is_guest_name(name: str) -> bool:
    return GUEST.fullmatch(folded(name)) is not None


def folded(name: str) -> str:
    """Equal for two names that look alike: every I is one, dotted or not, and capitals do not count."""
    return normal(name).translate(_ONE_I).lower()


def is_password(password: str) -> bool:
    return SHORTEST_PASSWORD <= len(unicodedata.normalize("NFC", password)) <= LONGEST_PASSWORD


def guest_name(language: str, number: int, digits: int) -> str:
    return f"{GUEST_PREFIXES.get(language, GUEST_PREFIXES['en'])}{number:0{digits}}"


def name_key(name: str) -> str:
    """The key of a name in the bucket of taken names: hexadecimal, since keys are narrow ASCII."""
    return f"name.{folded(name).encode().hex()}"


def code_key(code: str) -> str:
    """The key of a room's code there: a code is never given twice."""
    return f"code.{code}"


def watch_key(token: str) -> str:
    """The key of a watching token there, so that it leads to its room when that is closed."""
    return f"watch.{token}"
