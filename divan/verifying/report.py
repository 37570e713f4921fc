"""What verifying a log comes to: what held, the first entry that does not, what could not be checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Check(StrEnum):
    """What can fail, in the words of docs/replay.md. The page's verifier uses the same."""

    FORM = "form"
    ORDER = "order"
    CHAIN = "chain"
    BEGIN = "begin"
    COMMITMENT = "commitment"
    SEED = "seed"
    DRAW = "draw"
    RULES = "rules"
    FOLD = "fold"
    STATE = "state"
    END = "end"
    HEAD = "head"
    HEADER = "header"


class Fails(Exception):
    """An entry, or the log as a whole, does not hold."""

    def __init__(self, check: Check, sentence: str) -> None:
        super().__init__(sentence)
        self.check = check


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The first thing that does not hold. `entry` counts from 1; None: the log as a whole."""

    entry: int | None
    check: Check
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found of one game's log.

    room, game, rules   as the first entry has them; None where it cannot be read
    entries     how many the log has
    complete    whether the log ends by revealing its secret
    checked     how much held of each kind: entries, commands decided anew, draws from the seeds, …
    unchecked   what could not be checked, a sentence each
    """

    room: str | None
    game: str | None
    rules: int | None
    entries: int
    complete: bool
    failure: Failure | None
    checked: Mapping[str, int] = field(default_factory=dict)
    unchecked: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.failure is None
