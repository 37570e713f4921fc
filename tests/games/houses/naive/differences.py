"""Where two positions differ first, told so that a person can judge who is right."""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.games.houses.naive.board import Json

RULES = {
    r"/characters/\w+/prestige": "H37, H44, H51, H54, H59, H66 to H82; embargo H69, Authority H68",
    r"/characters/\w+/role": "H55, H57, H93",
    r"/characters/\w+/limited_turn": "H10, H35",
    r"/characters/\w+/forced": "H78, H79, H99b",
    r"/characters/\w+/retainer": "H43, H73; ends H55, H57, H93",
    r"/characters/\w+/veto_used": "H96",
    r"/characters/\w+": "H45, H55, H57, H82 to H85, H90, E5",
    r"/throne": "H50 to H58, H94 to H96",
    r"/commands": "H41, H57, H58, H99b",
    r"/houses/\d/crowns": "H57, H97",
    r"/houses/\d/(status|enemy_since)": "H30 to H34, H45, H88",
    r"/houses/\d/vacancies": "H55, H91 to H93, E5",
    r"/houses/\d/specials_used": "H12, H35",
    r"/houses/\d/extra": "H40, H66, H99b",
    r"/houses/\d/standing": "H28",
    r"/houses/\d/sheet": "H22, H99b",
    r"/houses/\d/reports": "H107; outcomes H35, H36, H61",
    r"/announcements": "H106",
    r"/(result|phase|turn)": "H98, H99, H99b",
}


def first_difference(game: Any, naive: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Path, the game's value and the second reading's, or None where the two are equal."""
    if isinstance(game, dict) and isinstance(naive, dict):
        for key in sorted(game.keys() | naive.keys(), key=lambda key: (len(key), key)):
            if key not in game or key not in naive:
                return f"{path}/{key}", game.get(key, "(absent)"), naive.get(key, "(absent)")
            found = first_difference(game[key], naive[key], f"{path}/{key}")
            if found:
                return found
        return None
    if isinstance(game, list) and isinstance(naive, list):
        return first_difference(numbered(game), numbered(naive), path)
    return None if game == naive and type(game) is type(naive) else (path, game, naive)


def numbered(values: list[Any]) -> dict[str, Any]:
    return {str(index): value for index, value in enumerate(values)}


def rules_of(path: str) -> str:
    return next((rules for pattern, rules in RULES.items() if re.match(pattern, path)), "section 14")


def told(before: Json, game: Json, naive: Json) -> str:
    """Empty where both are equal; else path, both values, the rules concerned and the turn's orders."""
    found = first_difference(game, naive)
    if found is None:
        return ""
    path, mine, other = found
    lines = [
        f"at {path} ({rules_of(path)})",
        f"  the game:           {json.dumps(mine)}",
        f"  the second reading: {json.dumps(other)}",
        *sheets(before),
    ]
    return "\n".join(lines)


def sheets(before: Json) -> Iterator[str]:
    throne = before["throne"]
    yield f"turn {before['turn']}, king {throne['king']} since {throne['since']}"
    yield f"commands {json.dumps(before['commands'])}"
    for house, entry in enumerate(before["houses"]):
        keys = ("status", "enemy_since", "crowns", "extra", "standing", "vacancies")
        yield f"house {house}: " + ", ".join(f"{key} {json.dumps(entry[key])}" for key in keys)
        for noble, him in before["characters"].items():
            if him is not None and him["house"] == house:
                rest = {k: v for k, v in him.items() if k not in ("house", "role", "prestige") and v}
                yield f"    {noble} {him['role']} {him['prestige']} {json.dumps(rest)}"
        for order in entry["sheet"]["orders"] if entry["sheet"] else []:
            fields = {k: v for k, v in order.items() if k not in ("by", "activity")}
            yield f"    - {order['by']}: {order['activity']} {json.dumps(fields)}"
