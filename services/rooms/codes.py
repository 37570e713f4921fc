"""Codes of rooms, and the tokens of their watching links."""

import re
import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No I, L, O, 0 or 1: a code can be read out."""

CODE_LENGTH = 6
CODE = re.compile(f"[{ALPHABET}]{{{CODE_LENGTH}}}")

WATCH = re.compile(r"[A-Za-z0-9_-]{22}")

_UPPER = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(door: str) -> str | None:
    """The code that somebody typed, in ASCII capitals (no dotted İ); None if it cannot be one."""
    code = door.translate(_UPPER)
    return code if CODE.fullmatch(code) else None


def new_watch_token() -> str:
    """Longer than a code, so that the two cannot be mistaken; not to be guessed."""
    return secrets.token_urlsafe(16)


def new_room_id() -> str:
    return secrets.token_urlsafe(12)
