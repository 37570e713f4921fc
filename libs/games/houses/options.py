"""The commands of a seat: one template of a sheet, and the confirmation of a partner's."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from libs.games.houses.legal import (
    NOT_ASKED_OF_OTHERS,
    activity_refusal,
    guest_lists,
    targets,
)
from libs.games.houses.orders import target_kind
from libs.games.houses.position import Character, Position
from libs.games.houses.sheets import confirm_refusal
from libs.games.houses.tables import ACTIVITIES, HIRELINGS, HOUSES, PLACES, Activity, TargetKind
from libs.games.kit.game import Json, Option

Schema = dict[str, Json]


def options(position: Position, seat: int) -> Sequence[Option]:
    """How many orders a noble may have together only the whole sheet tells, and no template."""
    if position.phase == "over":
        return []
    house = position.seats[seat]
    found = [
        Option(
            command={"type": "submit_orders", "orders": [], "standing": None},
            fields={"orders": _orders(position, house), "standing": _standing(house)},
        )
    ]
    if confirm_refusal(position, seat) is None:
        found.append(Option(command={"type": "confirm_orders"}))
    return found


def _orders(position: Position, house: int) -> Schema:
    schemas = list(order_schemas(position, house))
    if not schemas:
        return {"type": "array", "maxItems": 0}
    return {"type": "array", "items": {"anyOf": schemas}, "uniqueItems": True}


def order_schemas(position: Position, house: int) -> Iterator[Schema]:
    """One or more for each noble and activity that he may be ordered now, taken alone."""
    for by, noble in position.nobles(house):
        for activity in ACTIVITIES.values():
            if activity_refusal(position, noble, activity) is None and not _is_locked(
                position, noble, activity
            ):
                for fields in _fields(position, by, noble, activity):
                    yield _object({"by": {"const": by}, **fields})


def _is_locked(position: Position, noble: Character, activity: Activity) -> bool:
    """A bribed noble has no ordinary activity left but by an extra one (H79); errands need a hireling."""
    if activity.name == "errand":
        return noble.retainer is None
    if noble.forced is None or not activity.is_ordinary:
        return False
    extra = position.houses[noble.house].extra
    if not (extra.favour or (extra.trade and noble.role == "treasurer")):
        return True
    return activity.is_limited and noble.forced.order.row.is_limited


def _fields(position: Position, by: str, noble: Character, activity: Activity) -> Iterator[dict[str, Schema]]:
    """The fields of the order but `by`: hirelings are grouped by what they are sent to."""
    name: dict[str, Schema] = {"activity": {"const": activity.name}}
    if "then" in activity.fields:
        for target in targets(position, by, "foreign_noble"):
            thens = list(_thens(position, str(target)))
            if thens:
                yield {**name, "target": {"const": target}, "then": {"anyOf": thens}}
    elif "guests" in activity.fields:
        yield {**name, "guests": {"enum": _guest_lists(position)}}
    elif "hireling" in activity.fields:
        for kind, hirelings in _hirelings_by_target().items():
            yield {
                **name,
                "hireling": _one_of(hirelings),
                "target": _targets(position, by, kind, activity.target_optional),
            }
    else:
        hireling = noble.retainer.hireling if activity.name == "errand" and noble.retainer else None
        kind_asked = target_kind(activity, hireling)
        if kind_asked is None:
            yield name
        else:
            yield {**name, "target": _targets(position, by, kind_asked, activity.target_optional)}


def _thens(position: Position, noble: str) -> Iterator[Schema]:
    """What may be asked of a noble of another house: all that his role has, whatever his prestige (H41)."""
    one = position.living(noble)
    for activity in ACTIVITIES.values():
        if one.role in activity.roles and activity.is_ordinary and activity.name not in NOT_ASKED_OF_OTHERS:
            for fields in _fields(position, noble, one, activity):
                yield _object(fields)


def _hirelings_by_target() -> Mapping[TargetKind, Sequence[str]]:
    found: defaultdict[TargetKind, list[str]] = defaultdict(list)
    for hireling in HIRELINGS.values():
        found[hireling.target].append(hireling.name)
    return found


def _targets(position: Position, by: str, kind: TargetKind, optional: bool) -> Schema:
    found: list[Json] = list(targets(position, by, kind))
    return _one_of([*found, None] if optional else found)


def _guest_lists(position: Position) -> list[list[str]]:
    """Some of the many: the first guest of each house, the second, and so on. Any other mix will do."""
    houses = list(guest_lists(position))
    most = max(len(nobles) for nobles in houses)
    return [[nobles[place % len(nobles)] for nobles in houses] for place in range(most)]


def _standing(house: int) -> Schema:
    others = [other for other in HOUSES if other != house]
    pupils = [role for role in PLACES if role != "prince"]
    keys = {
        "veto": _some_of(others),
        "if_deposed": _one_of([None, "leave", *PLACES]),
        "education": _some_of(pupils),
    }
    return {
        "anyOf": [{"type": "null"}, {"type": "object", "properties": keys, "additionalProperties": False}]
    }


def _object(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _one_of(values: Iterable[Json]) -> Schema:
    return {"enum": list(values)}


def _some_of(values: Sequence[Json]) -> Schema:
    return {"type": "array", "items": {"enum": list(values)}, "maxItems": len(values), "uniqueItems": True}
