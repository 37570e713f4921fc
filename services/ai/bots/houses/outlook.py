"""What a house can see and count from its view: nobles, sides, the crown race, guesses of prestige."""

from collections.abc import Iterator
from functools import cached_property

from libs.games.houses.orders import house_of, id_order, number_of
from libs.games.houses.tables import HOUSES, NUMBERS, PLACES
from libs.games.kit.game import Json

HEIR_A_TURN = 5.5
"""What a prince is reckoned to gain whom his whole house fosters."""

KING_A_TURN = 4.5
"""The same of a king."""

OTHERS_A_TURN = 1.5
"""The same of any other noble."""

MEMORY = 4
"""Turns for which an attack or a death makes a house fear the next."""


class Outlook:
    """One view, read once; what is guessed is reckoned when asked for."""

    def __init__(self, view: Json) -> None:
        self.me: int = view["you"]["house"]
        self.turn: int = view["turn"]
        self.own = view["houses"][self.me]
        self.status: str = self.own["status"]
        self.crowns: int = self.own["crowns"]
        throne = view["throne"]
        self.king: str | None = throne["king"]
        self.ruler: int | None = throne["house"]
        self.since: int | None = throne["since"]
        self.years = 0 if self.since is None else self.turn - self.since
        """In which turn of its rule the ruling house is: H97 counts them so."""
        self.commands = [due for due in view["commands"] if house_of(due["character"]) == self.me]
        self.nobles = {noble: one for noble, one in view["characters"].items() if one is not None}
        self.announcements = view["announcements"]
        self._houses = view["houses"]
        self._holders = {(one["house"], one["role"]): noble for noble, one in self.nobles.items()}

    @property
    def others(self) -> list[int]:
        return [house for house in HOUSES if house != self.me]

    def holder(self, role: str, house: int | None = None) -> str | None:
        """Who holds the role, in the own house if no other is named."""
        return self._holders.get((self.me if house is None else house, role))

    def prestige(self, noble: str | None) -> int:
        """Of a noble of the own house; -1 for an empty place."""
        return -1 if noble is None else int(self.nobles[noble]["prestige"])

    @cached_property
    def mine(self) -> list[str]:
        """The own nobles, the most senior first."""
        own = [noble for noble, one in self.nobles.items() if one["house"] == self.me]
        return sorted(own, key=lambda noble: (-self.prestige(noble), id_order(noble)))

    def rival_princes(self) -> list[str]:
        """The princes of the other houses, the strongest by guess first."""
        princes = [self.holder("prince", house) for house in self.others]
        return sorted((one for one in princes if one is not None), key=lambda one: -self.guess(one))

    # Who is who

    @cached_property
    def enemies(self) -> frozenset[int]:
        """The houses known to be the king's enemies; as one of them, all are known (H103)."""
        if self.ruler is None:
            return frozenset()
        if self.status == "enemy":
            return frozenset(house for house in HOUSES if self._houses[house].get("status") == "enemy")
        return frozenset({*self._shown_in_public(), *self._met()} - {self.ruler, self.me})

    def _shown_in_public(self) -> Iterator[int]:
        for told in self._since_the_coronation(self.announcements):
            match told["kind"]:
                case "favour" if not told["accepted"]:
                    yield told["target"]
                case "feast":
                    yield from (house_of(one) for one in told["guests"] if one not in told["attending"])
                case "coup" | "claim" | "dismiss":
                    yield house_of(told["by"])
                case "execution":
                    yield told["house"]

    def _met(self) -> Iterator[int]:
        """Those who did to this house, loyal or ruling, what only enemies do."""
        for told in self._since_the_coronation(self.own["reports"]):
            is_deed = told["kind"] in ("attack", "siege", "bribe") or told.get("how") == "attack"
            # A trade may also have been declined for want of a treasurer (H66).
            is_declined = told["kind"] in ("marriage", "party") and not told["accepted"]
            if is_deed or is_declined:
                yield told["house"]

    def _since_the_coronation(self, told: list[Json]) -> Iterator[Json]:
        since = self.since
        assert since is not None, "somebody rules"
        return (one for one in told if one["turn"] > since)

    @property
    def is_threatened(self) -> bool:
        """Whether the house was attacked, or a noble of it died, in the last turns."""
        begun = self.turn - MEMORY
        attacked = any(
            told["kind"] == "attack" and told["turn"] >= begun for told in reversed(self.own["reports"])
        )
        return attacked or any(
            told["kind"] == "death" and told["turn"] >= begun and house_of(told["character"]) == self.me
            for told in self.announcements
        )

    # The crown race

    @cached_property
    def crowns_of(self) -> list[int]:
        """By house: the own crowns, and what the others must have got unless they are secret enemies."""
        crowns = [0] * len(HOUSES)
        ruler: int | None = None
        since = 0
        refused: set[int] = set()
        for turn in range(1, self.turn):
            is_favoured = False
            for told in self._by_turn.get(turn, ()):
                if told["kind"] == "favour":
                    is_favoured = is_favoured or told["accepted"]
                    if not told["accepted"]:
                        refused.add(told["target"])
                elif told["kind"] == "coronation" and told["house"] != ruler:
                    ruler, since = told["house"], turn
                    refused = set()
                    crowns[told["house"]] += NUMBERS.coronation_crowns
                elif told["kind"] == "vacancy":
                    ruler = None
            if ruler is None:
                continue
            for house in HOUSES:
                if house == ruler:
                    crowns[house] += min(NUMBERS.ruling_crowns, turn - since) if is_favoured else 0
                elif house not in refused:
                    crowns[house] += max(0, min(NUMBERS.loyal_crowns, turn - since - 1))
        crowns[self.me] = self.crowns
        return crowns

    @cached_property
    def turns_to_lose(self) -> int:
        """Turns until the ruling house has its crowns, this one counted, if every favour is accepted."""
        assert self.ruler is not None, "somebody rules"
        crowns, years, turns = self.crowns_of[self.ruler], self.years, 0
        while crowns < NUMBERS.winning_crowns:
            crowns += min(NUMBERS.ruling_crowns, max(years, 0))
            years += 1
            turns += 1
        return max(turns, 1)

    # Unknown prestige

    def guess(self, noble: str) -> float:
        """The prestige of a noble: known of the own, guessed of others by their time in the game."""
        one = self.nobles[noble]
        if "prestige" in one:
            return float(one["prestige"])
        joined = self._joined(noble)
        if one["role"] == "king":
            crowned = self._crowned
            before = max(float(NUMBERS.first_king), HEIR_A_TURN * (crowned - joined + 1))
            return before + KING_A_TURN * (self.turn - crowned - 1)
        is_heir = one["role"] == "prince" and one["house"] != self.ruler
        rate = HEIR_A_TURN if is_heir else OTHERS_A_TURN
        return rate * (self.turn - joined)

    @cached_property
    def _crowned(self) -> int:
        turns = [told["turn"] for told in self.announcements if told["kind"] == "coronation"]
        return turns[-1] if turns else self.turn - 1

    def _joined(self, noble: str) -> int:
        """The first turn of a noble: newcomers are numbered as they come (H8, H57, H91)."""
        number = number_of(noble)
        if number <= len(PLACES):
            return 1
        house, turns = house_of(noble), []
        for told in self.announcements:
            match told["kind"]:
                case "coronation" if told["house"] == house:
                    turns.append(told["turn"] + 1)
                case "death" if house_of(told["character"]) == house:
                    turns.append(told["turn"] + NUMBERS.empty_turns + 1)
                case "execution" if told["house"] == house:
                    turns.append(told["turn"] + NUMBERS.empty_turns + 1)
        place = number - len(PLACES) - 1
        # A deposed king who fills a place makes one newcomer fewer: then this is a guess.
        return sorted(turns)[place] if place < len(turns) else self.turn - 1

    @cached_property
    def _by_turn(self) -> dict[int, list[Json]]:
        by_turn: dict[int, list[Json]] = {}
        for told in self.announcements:
            by_turn.setdefault(told["turn"], []).append(told)
        return by_turn
