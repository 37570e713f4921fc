"""The tables of data/ as frozen types: roles, activities, hirelings, numbers (H1, H4, sections 2 and 15)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from libs.games.kit.codec import record_from_json

Role = Literal["king", "prince", "vizier", "commander", "treasurer"]
Place = Literal["prince", "vizier", "commander", "treasurer"]
Kind = Literal["trait", "unlimited", "limited", "special", "free"]
TargetKind = Literal["other_house", "foreign_noble", "other_noble", "noble", "hireling"]
Outcome = Literal["done", "failed"]

HOUSES = range(5)
PLACES: tuple[Place, ...] = ("prince", "vizier", "commander", "treasurer")
"""The role order of H4; a king is none of the four."""
ROLES: tuple[Role, ...] = ("king", *PLACES)
SPECIALS = ("execute", "claim", "dismiss", "coup", "mint")
NOBLE_ID = re.compile(r"h[0-4]c[1-9][0-9]{0,5}")
"""h<house>c<number> (H8)."""
END = 16
"""The step that events at the end of a turn name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A row of the table of section 2; `place` is its number there, `fields` those beside `target`."""

    name: str
    roles: tuple[Role, ...]
    needs: int
    kind: Kind
    step: int
    target: TargetKind | None
    target_optional: bool
    fields: tuple[str, ...]
    place: int = 0

    @property
    def is_ordinary(self) -> bool:
        return self.kind in ("unlimited", "limited")

    @property
    def is_limited(self) -> bool:
        return self.kind == "limited"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hireling:
    name: str
    step: int
    target: TargetKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The source's numbers: prestige that traits ask for, gains and losses, turns, crowns."""

    divine_right: int
    court_education: int
    authority: int
    counter: int
    veto: int
    champion: int
    ambush: int
    tribute: int
    monopoly: int
    attendant: int
    first_king: int
    attendant_turns: int
    servant_turns: int
    royal_guard_cost: int
    feast_guest: int
    party_host: int
    party_guest: int
    bridegroom: int
    trader: int
    praised: int
    praising: int
    sabotaged: int
    saboteur: int
    countered: int
    authority_cost: int
    tribute_each: int
    attack_cost: int
    defender: int
    commander_slain: int
    song: int
    empty_turns: int
    champion_turns: int
    educated_turns: int
    coronation_crowns: int
    ruling_crowns: int
    loyal_crowns: int
    winning_crowns: int


def _read(name: str) -> Any:
    return json.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


def _activities() -> Mapping[str, Activity]:
    rows = [
        record_from_json(Activity, {**row, "place": place})
        for place, row in enumerate(_read("activities.json"))
    ]
    return MappingProxyType({row.name: row for row in rows})


ACTIVITIES = _activities()
HIRELINGS: Mapping[str, Hireling] = MappingProxyType(
    {row["name"]: record_from_json(Hireling, row) for row in _read("hirelings.json")}
)
NUMBERS = record_from_json(Numbers, _read("numbers.json"))
TUNING: Mapping[str, Mapping[str, Any]] = MappingProxyType(_read("tuning.json"))
