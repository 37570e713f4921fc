"""What holds in every turn of games of random orders."""

import random
from functools import lru_cache

import pytest
from hypothesis import given as with_data
from hypothesis import settings
from hypothesis import strategies as st

from libs.games.houses import GAME_OF_HOUSES
from libs.games.houses.events import ActivityVoided, CharacterJoined, Event, PrestigeChanged
from libs.games.houses.legal import guest_lists, targets
from libs.games.houses.options import order_schemas
from libs.games.houses.orders import order_form, target_kind
from libs.games.houses.position import Position
from libs.games.houses.sheets import sheet_refusal
from libs.games.houses.tables import ACTIVITIES, HOUSES, Activity
from libs.games.kit.codec import event_codec, event_to_json
from libs.games.kit.game import Json
from libs.games.kit.schema import mismatch, pick
from tests.games.houses.given import after, given, played, random_sheet, resolved, when

pytestmark = pytest.mark.slow

CODEC = event_codec(GAME_OF_HOUSES.events)

seeds = st.integers(min_value=0, max_value=2**20)


@lru_cache(maxsize=4)
def history(seed: int) -> list[tuple[Position, list[Event]]]:
    return played(seed, 12)


@settings(max_examples=25, deadline=None)
@with_data(seeds)
def test_every_turn_leaves_a_position_that_loads(seed: int) -> None:
    """Loading checks places, throne and sides, and that no prestige is below 0 (H7, section 14)."""
    for position, events in history(seed):
        stored = [CODEC.decode(event_to_json(event)) for event in events]
        last = after(position, stored)
        assert last == after(position, events)
        assert GAME_OF_HOUSES.load(GAME_OF_HOUSES.dump(last)) == last
        assert all(event.prestige >= 0 for event in events if isinstance(event, PrestigeChanged))


@settings(max_examples=25, deadline=None)
@with_data(seeds)
def test_ids_are_never_used_twice(seed: int) -> None:  # H8
    seen = set(GAME_OF_HOUSES.blank.characters)
    for position, events in history(seed):
        assert seen <= set(position.characters)
        for event in events:
            if isinstance(event, CharacterJoined):
                assert event.character not in seen
                seen.add(event.character)


@settings(max_examples=25, deadline=None)
@with_data(seeds)
def test_a_void_order_does_nothing_but_tell_its_own_house(seed: int) -> None:  # H35
    """Struck from the sheet it leaves the same turn but for one report.

    A hireling may act before his hiring fails (H61), so those orders are let be.
    """
    rng = random.Random(seed)
    for position, events in history(seed):
        sheets = {house: one.sheet.orders for house, one in enumerate(position.houses) if one.sheet}
        struck = [
            (event.house, place)
            for event in events
            if isinstance(event, ActivityVoided) and event.activity not in ("hire", "appoint_servant")
            for place, order in enumerate(sheets.get(event.house, ()))
            if (order.by, order.activity, order.target) == (event.by, event.activity, event.target)
        ]
        if not struck:
            continue
        house, place = rng.choice(struck)
        orders = [order_form(order) for order in sheets[house]]
        void = orders.pop(place)
        seat = position.seats.index(house)
        other, _ = when(position, seat, "submit_orders", orders=orders)
        here, (there, _) = after(position, events), when(other, None)
        told = {"turn": position.turn, "kind": "own", "by": void["by"], "activity": void["activity"]}
        forms = [GAME_OF_HOUSES.dump(one) for one in (here, there)]
        forms[0]["houses"][house]["reports"].remove({**told, "outcome": "void"})
        assert forms[0] == forms[1]


@settings(max_examples=25, deadline=None)
@with_data(seeds)
def test_sheets_in_any_order_give_the_same_turn(seed: int) -> None:  # H21
    rng = random.Random(seed)
    position = given("h4c5", characters={f"h{house}c3": {"prestige": 9} for house in HOUSES})
    sheets = {house: random_sheet(position, house, rng) for house in HOUSES[:-1]}
    forth, _ = resolved(position, sheets)
    back, _ = resolved(position, dict(reversed(sheets.items())))
    assert forth == back


@settings(max_examples=25, deadline=None)
@with_data(seeds)
def test_every_order_on_offer_is_accepted_alone(seed: int) -> None:
    rng = random.Random(seed)
    for position, _ in history(seed):
        for house in HOUSES:
            for schema in order_schemas(position, house):
                order = pick(schema, rng.randrange)
                assert sheet_refusal(position, house, [order], None) is None
                assert mismatch(schema, order) is None


@settings(max_examples=10, deadline=None)
@with_data(seeds)
def test_every_order_not_on_offer_is_refused(seed: int) -> None:
    """Noble by noble and activity by activity, with fields that are in order."""
    for position, _ in history(seed):
        offered = {
            (schema["properties"]["by"]["const"], schema["properties"]["activity"]["const"])
            for house in HOUSES
            for schema in order_schemas(position, house)
        }
        for noble, one in position.nobles():
            for activity in ACTIVITIES.values():
                if (noble, activity.name) not in offered:
                    form = {"by": noble, "activity": activity.name, **some_fields(position, noble, activity)}
                    assert sheet_refusal(position, one.house, [form], None) is not None


def some_fields(position: Position, noble: str, activity: Activity) -> dict[str, Json]:
    fields: dict[str, Json] = {}
    kind = target_kind(activity, "guard" if "hireling" in activity.fields else None)
    if kind is not None:
        fields["target"] = targets(position, noble, kind)[0]
    if "hireling" in activity.fields:
        fields["hireling"] = "guard"
    if "guests" in activity.fields:
        fields["guests"] = [nobles[0] for nobles in guest_lists(position)]
    return fields
