"""The whole state of a game (section 14), and the small steps that it is changed by."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from libs.games.houses.orders import Order, id_order, number_of
from libs.games.houses.tables import HOUSES, PLACES, TUNING, Place, Role
from libs.games.kit.game import Json

Phase = Literal["orders", "over"]
Status = Literal["none", "ruling", "loyal", "enemy"]
Cause = Literal["crowns", "turn_limit"]

ENDINGS: tuple[Cause, ...] = ("crowns", "turn_limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Forced:
    """What a noble must do this turn, and the house that bribed him to it (H79)."""

    by: int
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Retainer:
    """An attendant or servant, and the turn in which he was appointed."""

    hireling: str
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """`limited_turn` is the last turn in which he carried out a limited activity (H10)."""

    house: int
    role: Role
    prestige: int = TUNING["starting_prestige"]["default"]
    limited_turn: int | None = None
    forced: Forced | None = None
    retainer: Retainer | None = None
    veto_used: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Throne:
    """`since` is the turn in which the house came to rule; `barred` may not be chosen by rank (H94)."""

    king: str | None = None
    house: int | None = None
    since: int | None = None
    reigns: int = 0
    barred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacancy:
    """An empty place, and the turn from which it is filled again."""

    role: Place
    returns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """The extra activities of this turn (H13)."""

    favour: bool = False
    trade: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOrders:
    """Answers to what may come up in the resolution (H28)."""

    veto: tuple[int, ...] = ()
    if_deposed: Place | Literal["leave"] | None = None
    education: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The orders of a house, and the seats that stand behind them."""

    orders: tuple[Order, ...] = ()
    confirmed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    crowns: int = 0
    status: Status = "none"
    enemy_since: int | None = None
    vacancies: tuple[Vacancy, ...] = ()
    specials_used: tuple[str, ...] = ()
    extra: Extra = Extra()
    standing: StandingOrders = StandingOrders()
    sheet: Sheet | None = None
    reports: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    winners: tuple[int, ...]
    cause: Cause


def noble_id(house: int, number: int) -> str:
    return f"h{house}c{number}"


def starting_nobles() -> dict[str, Character]:
    return {
        noble_id(house, number): Character(house=house, role=role)
        for house in HOUSES
        for number, role in enumerate(PLACES, start=1)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """`seats[i]` is the house of seat i; `characters` is in id order, None for those who are gone."""

    turn: int = 1
    phase: Phase = "orders"
    max_turns: int = TUNING["max_turns"]["default"]
    turn_seconds: int = TUNING["turn_seconds"]["default"]
    seats: tuple[int, ...] = tuple(HOUSES)
    characters: Mapping[str, Character | None] = field(
        default_factory=lambda: MappingProxyType(starting_nobles())
    )
    throne: Throne = Throne()
    commands: tuple[Order, ...] = ()
    houses: tuple[House, ...] = (House(),) * len(HOUSES)
    announcements: tuple[Json, ...] = ()
    result: Result | None = None

    def living(self, noble: str) -> Character:
        """The noble, who is known to be in the game."""
        character = self.characters[noble]
        assert character is not None, f"{noble} is gone"
        return character

    def is_living(self, noble: str) -> bool:
        return self.characters.get(noble) is not None

    def nobles(self, house: int | None = None) -> Iterator[tuple[str, Character]]:
        """The living nobles, of one house or of all, in id order."""
        for noble, character in self.characters.items():
            if character is not None and (house is None or character.house == house):
                yield noble, character

    def holder(self, house: int, role: Role) -> str | None:
        """Who holds the role in that house."""
        return next((noble for noble, one in self.nobles(house) if one.role == role), None)

    def total(self, house: int) -> int:
        """The prestige of its living nobles together (H6)."""
        return sum([one.prestige for _, one in self.nobles(house)])

    def seats_of(self, house: int) -> list[int]:
        return [seat for seat, other in enumerate(self.seats) if other == house]

    def next_id(self, house: int) -> str:
        """The id of the house's next newcomer: numbers are never used twice (H8)."""
        numbers = [number_of(noble) for noble in self.characters if id_order(noble)[0] == house]
        return noble_id(house, max(numbers) + 1)

    def with_character(self, noble: str, character: Character | None) -> "Position":
        return replace(self, characters={**self.characters, noble: character})

    def with_house(self, number: int, house: House) -> "Position":
        return replace(self, houses=(*self.houses[:number], house, *self.houses[number + 1 :]))
