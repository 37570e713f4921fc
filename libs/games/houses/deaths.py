"""Death and the empty place after it: rules H90 to H92."""

from typing import Literal

from libs.games.houses.events import CharacterDied, PlaceVacated
from libs.games.houses.tables import NUMBERS, Place
from libs.games.houses.turn_state import Turn


def die(turn: Turn, noble: str, cause: Literal["execution", "violence"]) -> None:
    """The noble is gone, and his place is empty; that of a king is filled by the choice of another."""
    one = turn.position.living(noble)
    turn.record(CharacterDied(character=noble, house=one.house, role=one.role, cause=cause))
    turn.dead_places.append((one.house, one.role))
    if one.role != "king":
        champion = one.role == "commander" and one.prestige >= NUMBERS.champion
        vacate(turn, one.house, one.role, NUMBERS.champion_turns if champion else NUMBERS.empty_turns)


def vacate(turn: Turn, house: int, role: Place, empty_turns: int) -> None:
    """The place stays empty for that many turns after this one (H91)."""
    returns = turn.position.turn + 1 + empty_turns
    turn.record(PlaceVacated(house=house, role=role, returns=returns))
