"""The key under which a stream is written (decision 34): what is meant for `game.0.r1` goes to
`write.<key>.game.0.r1`, and the stream takes the prefix off before it looks at its fences and stores it.

JetStream sends an answer wherever the asker wants to have it, permitted or not. So no stream listens where
somebody could send one to, who is not told its key.
"""

import re
import secrets
from typing import Any

PREFIX = "write"

ANY = "*"
"""In place of a key, in the subjects of a right."""

VEIL = "…"
"""In place of a key or a seal, in what people read."""

_SECRET = re.compile(r"\b[0-9a-f]{32}\b")


def new_key() -> str:
    """128 bits of chance, as one token of a subject."""
    return secrets.token_hex(16)


def under(key: str, subject: str) -> str:
    """Where a message goes that is stored as `subject`. Without a key (a stream made before there were any)
    that is the subject itself.
    """
    return f"{PREFIX}.{key}.{subject}" if key else subject


def veiled(text: str) -> str:
    """A text for logs and operators, without the keys and seals in it."""
    return _SECRET.sub(VEIL, text)


def without_key(name: str) -> str:
    """The declared name of a consumer, of its name on the server."""
    return _SECRET.sub("", name).removesuffix("-")


def key_of(config: dict[str, Any]) -> str:
    """The key of a stream's configuration as the server tells it; empty where it has none."""
    prefix, _, rest = ((config.get("subject_transform") or {}).get("src") or "").partition(".")
    return rest.partition(".")[0] if prefix == PREFIX else ""


def keyed(config: dict[str, Any], key: str) -> dict[str, Any]:
    """A declared configuration for the server, with its subjects under a key."""
    if not key:
        return config
    return config | {
        "subjects": [under(key, subject) for subject in config["subjects"]],
        "subject_transform": {"src": under(key, ">"), "dest": ">"},
    }
