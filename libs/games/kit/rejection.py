"""Refusals by the rules: expected, coded, with a sentence."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Rejection:
    """A code in snake_case and its sentence in English; a game keeps all of its own in rejections.py."""

    code: str
    sentence: str


class Rejected(Exception):
    """Raised by `decide` before the first recorded event: the command changes nothing."""

    def __init__(self, rejection: Rejection, details: dict[str, Any] | None = None) -> None:
        super().__init__(rejection.code)
        self.rejection = rejection
        self.details = details or {}

    @property
    def code(self) -> str:
        return self.rejection.code


def refuse(rejection: Rejection | None) -> None:
    """Raise the refusal that a question found, if it found one."""
    if rejection is not None:
        raise Rejected(rejection)
