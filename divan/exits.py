"""Exit codes of the command line, and the one exception that carries them."""

from enum import IntEnum


class Exit(IntEnum):
    DONE = 0
    FAILED = 1
    """It ran and found or met a failure: a failing case, a failed check, a service that does not stay up."""
    USAGE = 2
    """Wrong arguments or settings."""
    UNAVAILABLE = 3
    """Something it needs is missing, too old, unreachable or in use."""


class Trouble(Exception):
    """What stops a command, in a sentence for whom typed it."""

    def __init__(self, sentence: str, code: Exit = Exit.FAILED) -> None:
        super().__init__(sentence)
        self.code = code
