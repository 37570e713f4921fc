"""A turn from its sheets to the next turn: sections 7 to 9, straight on."""

from tests.games.houses.naive import hirelings, steps_1_and_2, steps_5_to_9, steps_10_and_11
from tests.games.houses.naive.board import Json
from tests.games.houses.naive.end_of_turn import end_of_turn
from tests.games.houses.naive.turn import Turn


def resolve(position: Json, cause: str) -> Json:
    """The position after the resolution of `position` (sheets in `houses[i].sheet`) and the end of the turn.

    `cause` is `all_ready` or `deadline`: it makes no difference (H26).
    """
    assert cause in ("all_ready", "deadline")
    turn = Turn(position)
    steps_1_and_2.step_1(turn)
    steps_1_and_2.step_2(turn)
    hirelings.step_3(turn)
    hirelings.step_4(turn)
    steps_5_to_9.step_5(turn)
    steps_5_to_9.step_6(turn)
    steps_5_to_9.step_7(turn)
    steps_5_to_9.step_8(turn)
    steps_5_to_9.step_9(turn)
    steps_10_and_11.step_10(turn)
    steps_10_and_11.step_11(turn)
    hirelings.step_12(turn)
    hirelings.step_13(turn)
    hirelings.step_14(turn)
    hirelings.step_15(turn)
    end_of_turn(turn)
    return turn.position
