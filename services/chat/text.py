"""What a message may be made of: 1 to 200 characters, none that plays tricks on those who read it."""

import unicodedata

from services.chat.refusals import EMPTY_MESSAGE, MESSAGE_TOO_LONG, NotSaid

LONGEST = 200
"""Unicode code points after NFC."""

LONGEST_RAW = 4000
"""Code points of what is looked at at all: far more than NFC could bring down to LONGEST."""

LINE_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029"
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Embeddings, overrides and isolates: they can make a text read otherwise than it was written. The plain
marks (LRM, RLM, ALM) and the joiners stay: Persian, Arabic and emoji are written with them."""

_CLEANED: dict[int, str | None] = {
    **{code: None for code in range(0xA0) if unicodedata.category(chr(code)) == "Cc"},
    **{ord(character): " " for character in LINE_BREAKS},
    **{ord(character): None for character in TURNING},
}


def written(raw: str) -> str:
    """The text as it is stored and shown. Raises NotSaid: `empty_message`, `message_too_long`."""
    raw = raw.strip()
    if len(raw) > LONGEST_RAW:
        raise NotSaid(MESSAGE_TOO_LONG)
    text = unicodedata.normalize("NFC", raw.translate(_CLEANED)).strip()
    if not any(_is_visible(character) for character in text):
        raise NotSaid(EMPTY_MESSAGE)
    if len(text) > LONGEST:
        raise NotSaid(MESSAGE_TOO_LONG)
    return text


def _is_visible(character: str) -> bool:
    """Whether it leaves any mark: neither a space nor a format, surrogate or unassigned character."""
    return unicodedata.category(character)[0] not in "CZ"
