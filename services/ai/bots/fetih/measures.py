"""The players that the bot's strength is measured against (F214); they sit in no room."""

import random
from collections.abc import Mapping, Sequence

from libs.games.kit.game import Json
from services.ai.bots.fetih.battle import chance, strength
from services.ai.bots.fetih.board import RESOURCES, STRENGTH, UNIT_COST
from services.ai.bots.fetih.moving import components
from services.ai.bots.fetih.offers import Command, Offers
from services.ai.bots.fetih.outlook import Outlook, Region

MOST_COMMANDS = 30
"""What the random player gives in a turn after its roll."""

GOOD_ODDS = 60
"""The smallest chance that the greedy player attacks at."""

DECLINING = ("decline_trade", "decline_alliance")


class RandomPlayer:
    """Any of its legal commands, up to 30 in a turn: it counts them, so each seat needs one of its own."""

    def __init__(self) -> None:
        self._turn: tuple[int, int] | None = None
        self._given = 0

    def __call__(
        self, view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random
    ) -> dict[str, Json]:
        offers = Offers(options)
        first = _first_duty(view, offers, rng)
        if first is not None:
            return first
        if self._turn != (view["round"], view["you"]):
            self._turn, self._given = (view["round"], view["you"]), 0
        self._given += 1
        if self._given > MOST_COMMANDS:
            return {"type": "end_turn"}
        return rng.choice(list(_all_commands(Outlook(view), offers, rng)))


def _first_duty(view: Json, offers: Offers, rng: random.Random) -> Command | None:
    """What comes before a choice of its own: a start region, declining, the roll."""
    if offers.has("pick_region"):
        return {"type": "pick_region", "region": rng.choice(view["pickable"])}
    for kind in DECLINING:
        if offers.has(kind):
            return dict(offers.of(kind)[0]["command"])
    return {"type": "roll_dice"} if offers.has("roll_dice") else None


def _all_commands(outlook: Outlook, offers: Offers, rng: random.Random) -> list[Command]:
    commands: list[Command] = [{"type": "end_turn"}]
    if offers.has("advance_age"):
        commands.append({"type": "advance_age"})
    for region in outlook.mine:
        commands += [{"type": "train", "region": region.id, "unit": unit, "count": 1} for unit in UNIT_COST]
        commands += [
            {"type": "build", "region": region.id, "structure": structure}
            for structure in ("village", "fence", "wall")
        ]
        if region.ready:
            commands += [_attack(region, target) for target in outlook.targets(region)]
            commands += [
                {
                    "type": "ship",
                    "from": region.id,
                    "to": other.id,
                    "units": {rng.choice(list(region.ready)): 1},
                }
                for other in outlook.neighbours(region)
                if other.owner == outlook.me and other.room
            ]
    return [command for command in commands if offers.allows(command)]


def _attack(source: Region, target: Region) -> Command:
    return {"type": "attack", "from": source.id, "to": target.id, "units": dict(source.ready)}


def greedy(view: Json, options: Sequence[Mapping[str, Json]], rng: random.Random) -> dict[str, Json]:
    """Advances, builds villages, trains the strongest, attacks at good odds, ships inland soldiers out."""
    offers = Offers(options)
    first = _first_duty(view, offers, rng)
    if first is not None:
        return first
    if offers.has("advance_age"):
        return {"type": "advance_age"}
    outlook = Outlook(view)
    return (
        offers.first(_villages(outlook))
        or offers.first(_trainings(outlook))
        or _good_attack(outlook, offers)
        or _shipment(outlook, offers)
        or {"type": "end_turn"}
    )


def _villages(outlook: Outlook) -> list[Command]:
    likely = sorted(outlook.mine, key=lambda region: -region.ways)
    return [
        {"type": "build", "region": region.id, "structure": "village"}
        for region in likely
        if not region.village
    ]


def _foreign(outlook: Outlook, region: Region) -> int:
    return sum(other.owner != outlook.me for other in outlook.neighbours(region))


def _trainings(outlook: Outlook) -> list[Command]:
    places = sorted(
        (region for region in outlook.mine if region.village and region.room),
        key=lambda region: -_foreign(outlook, region),
    )
    return [
        {"type": "train", "region": place.id, "unit": unit, "count": 1}
        for unit in sorted(UNIT_COST, key=lambda kind: -STRENGTH[kind])
        for place in places
        if all(outlook.hand[kind] >= UNIT_COST[unit].get(kind, 0) for kind in RESOURCES)
    ]


def _good_attack(outlook: Outlook, offers: Offers) -> Command | None:
    found = [
        (chance(strength(region.ready), target.defence), _attack(region, target))
        for region in outlook.mine
        if region.ready
        for target in outlook.targets(region)
    ]
    good = sorted((pair for pair in found if pair[0] >= GOOD_ODDS), key=lambda pair: -pair[0])
    return offers.first(command for _, command in good)


def _shipment(outlook: Outlook, offers: Offers) -> Command | None:
    """All that may go of an inland region's ready soldiers, to the first border region with room."""
    joined = components(outlook)
    borders = [region for region in outlook.mine if _foreign(outlook, region) and region.room]
    for source in outlook.mine:
        if not source.ready or _foreign(outlook, source):
            continue
        for place in borders:
            if joined[place.id] != joined[source.id]:
                continue
            units, room = {}, place.room
            for kind, count in source.ready.items():
                if room:
                    units[kind] = min(count, room)
                    room -= units[kind]
            command: Command = {"type": "ship", "from": source.id, "to": place.id, "units": units}
            if offers.allows(command):
                return command
    return None
