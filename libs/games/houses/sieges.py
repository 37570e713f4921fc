"""Step 7, sieges: rule H75."""

from libs.games.houses.carrying import carried_out, done, end_step, face_authority, hostile_deed
from libs.games.houses.reports import report_act
from libs.games.houses.turn_state import Turn

STEP = 7


def sieges(turn: Turn) -> None:
    """All members of the house are besieged but its king and the bewitched (H62, H75)."""
    for given in carried_out(turn, "siege"):
        house = given.order.target_house
        assert house is not None, "a siege has a target"
        done(turn, given)
        turn.besieged.add(house)
        for noble, one in turn.position.nobles(house):
            if one.role != "king" and noble not in turn.bewitched:
                turn.call(noble, given.house)
                face_authority(turn, given, noble)
        report_act(turn, house, "siege", given.house)
        hostile_deed(turn, given.house, house, "siege")
    end_step(turn, STEP)
