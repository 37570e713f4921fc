"""Sealed: a game for tests, with secret bids and every optional part of the contract."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from libs.games.kit.chance import Chance
from libs.games.kit.codec import Codec, Malformed, UnknownType, command_codec, event_to_json, record_to_json
from libs.games.kit.decision import Decision
from libs.games.kit.game import (
    Absence,
    Budget,
    Channel,
    Game,
    Json,
    Option,
    Player,
    Result,
    Standing,
    Talk,
    Wait,
)
from libs.games.kit.rejection import Rejected
from tests.support.sealed import rules
from tests.support.sealed.events import (
    EVENTS,
    BidPlaced,
    Event,
    PurseRobbed,
    SeatDealt,
    SeatLeft,
    SeatReturned,
)
from tests.support.sealed.position import RULES, Position, disguise, evolve, load
from tests.support.sealed.rules import Away, Back, Bid, Command, Fold, Gift, Lapse, Rob

COMMANDS: Codec[Command] = command_codec((Bid, Rob, Gift, Fold, Away, Back, Lapse))

SETUP: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "rounds": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3},
        "bid_seconds": {"type": "integer", "minimum": 0, "maximum": 600, "default": 30},
    },
}


def start(options: Mapping[str, Json], seats: Sequence[str], chance: Chance) -> Sequence[Event]:
    decision: Decision[Position, Event] = Decision(Position(), evolve, chance)
    rules.begin(decision, options["rounds"], options["bid_seconds"], tuple(seats))
    return decision.events


def decide(position: Position, seat: int | None, asked: Json, chance: Chance) -> Sequence[Event]:
    try:
        command = COMMANDS.decode(asked)
    except UnknownType:
        raise Rejected(rules.UNKNOWN_COMMAND) from None
    except Malformed as error:
        raise Rejected(rules.BAD_COMMAND, {"reason": str(error)}) from None
    decision: Decision[Position, Event] = Decision(position, evolve, chance)
    if seat is None or isinstance(command, Lapse):
        if seat is not None or not isinstance(command, Lapse):
            raise Rejected(rules.UNKNOWN_COMMAND)
        rules.lapse(decision)
        return decision.events
    match command:
        case Bid():
            rules.bid(decision, seat, command.coins)
        case Rob():
            rules.rob(decision, seat, command.victim)
        case Gift():
            rules.gift(decision, seat, command.to)
        case Fold():
            rules.fold(decision, seat)
        case Away():
            rules.away(decision, seat)
        case Back():
            rules.back(decision, seat)
        case _:
            assert_never(command)
    return decision.events


def view(position: Position, seat: int | None) -> dict[str, Json]:
    over = position.phase == "over"
    seats = []
    for number, other in enumerate(position.seats):
        known: dict[str, Json] = {"points": other.points, "folded": other.folded}
        if over or number == seat:
            known |= {"card": other.card, "purse": other.purse, "away": other.away, "bot": other.bot}
        if number == seat:
            known |= {"bid": other.bid, "robbed": other.robbed}
        seats.append(known)
    return {
        "you": seat,
        "rounds": position.rounds,
        "round": position.round,
        "phase": position.phase,
        "giver": position.giver,
        "reason": position.reason,
        "seats": seats,
    }


def tell(event: Event, position: Position, seat: int | None) -> dict[str, Json] | None:
    match event:
        case SeatDealt() | BidPlaced() | SeatLeft() | SeatReturned():
            return event_to_json(event) if seat == event.seat else None
        case PurseRobbed():
            return event_to_json(event) if seat in (event.seat, event.victim) else None
        case _:
            return event_to_json(event)


def options(position: Position, seat: int) -> Sequence[Option]:
    found = []
    purse = position.seats[seat].purse
    rivals = rules.rivals(position, seat)
    if rules.bid_refusal(position, seat, 0) is None:
        coins = {"type": "integer", "minimum": 0, "maximum": purse}
        found.append(Option(command={"type": "bid", "coins": purse // 2}, fields={"coins": coins}))
    if rivals and rules.rob_refusal(position, seat, rivals[0]) is None:
        found.append(
            Option(command={"type": "rob", "victim": rivals[0]}, fields={"victim": {"enum": rivals}})
        )
    found += [
        Option(command={"type": "gift", "to": to})
        for to in rivals
        if rules.gift_refusal(position, seat, to) is None
    ]
    if rules.seat_refusal(position, seat) is None:
        found.append(Option(command={"type": "fold"}))
    return found


def waiting(position: Position) -> Wait | Result:
    if position.reason is not None:
        return Result(reason=position.reason, seats=_standings(position))
    seats = tuple(rules.waited_for(position))
    if position.phase == "gift":
        budget = Budget(key=f"gifts of {position.giver}", seconds=40)
        return Wait(key=f"gift {position.round}", seats=seats, seconds=20, budget=budget, bots=seats)
    # Who has bid is a secret, and everybody is shown whom the clock runs for: it runs for all.
    return Wait(
        key=f"round {position.round}",
        seats=tuple(position.playing),
        seconds=position.bid_seconds or None,
        bots=seats,
    )


def _standings(position: Position) -> tuple[Standing, ...]:
    scores = [
        (0 if seat.folded else 1, seat.points, seat.card)
        if position.reason == "played"
        else (not seat.folded,)
        for seat in position.seats
    ]
    ranked = sorted(scores, reverse=True)
    return tuple(
        Standing(
            outcome="won" if score == ranked[0] else "lost",
            place=ranked.index(score) + 1,
            score=position.seats[seat].points,
        )
        for seat, score in enumerate(scores)
    )


def played_by(position: Position) -> Sequence[Player]:
    return ["bot" if seat.bot or seat.away else "person" for seat in position.seats]


def seated(position: Position, players: Sequence[str]) -> Position:
    seats = zip(position.seats, players, strict=True)
    return replace(
        position,
        seats=tuple(replace(seat, bot=player != "person", away=False) for seat, player in seats),
    )


def talk(position: Position) -> Talk:
    if position.phase == "gift":
        return Talk(channels=(), hidden=True)
    return Talk(channels=(Channel(name="table"), Channel(name="whisper", seats=(0, 1))), hidden=True)


SEALED: Game[Position, Event] = Game(
    name="sealed",
    rules=RULES,
    seats=range(2, 5),
    setup=SETUP,
    blank=Position(),
    events=EVENTS,
    rejections=rules.REJECTIONS,
    endings=("played", "folded"),
    start=start,
    decide=decide,
    evolve=evolve,
    view=view,
    tell=tell,
    options=options,
    waiting=waiting,
    load=load,
    dump=record_to_json,
    disguise=disguise,
    blind=frozenset({"empty_purse"}),
    reveals=frozenset({"BidsRevealed"}),
    played_by=played_by,
    seated=seated,
    absence=Absence(left="away", returned="back", after=30),
    talk=talk,
)
