"""Players' seeds and their hashes, as they come from clients (docs/chance.md)."""

import re

SEED = re.compile(r"(?:[0-9a-f]{2}){16,64}")
SEED_HASH = re.compile(r"[0-9a-f]{64}")


def is_seed(text: str) -> bool:
    """16 to 64 bytes as lower-case hexadecimal."""
    return SEED.fullmatch(text) is not None
