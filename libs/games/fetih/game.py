"""Fetih as the platform knows it."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from libs.games.fetih import (
    alliances,
    battle,
    building,
    conquest,
    draft,
    presence,
    production,
    resignation,
    setup,
    shipment,
    trade,
    turn,
    waiting,
    winning,
)
from libs.games.fetih.commands import (
    COMMANDS,
    AcceptAlliance,
    AcceptTrade,
    AdvanceAge,
    Attack,
    BankTrade,
    BreakAlliance,
    Build,
    DeclineAlliance,
    DeclineTrade,
    Disconnect,
    EndTurn,
    Lapse,
    OfferAlliance,
    OfferTrade,
    PickRegion,
    Reconnect,
    Resign,
    RollDice,
    SeatCommand,
    Ship,
    Train,
    WithdrawTrade,
    read_command,
)
from libs.games.fetih.disguise import disguise
from libs.games.fetih.events import (
    EVENTS,
    AgeAdvanced,
    AllianceBroken,
    AllianceDeclined,
    AllianceFormed,
    AllianceOffered,
    AllianceOfferExpired,
    BankShort,
    BankTraded,
    BattleFought,
    BotTookOver,
    ContinentBonusPaid,
    ContinentClaimLost,
    ContinentClaimMade,
    DiceRolled,
    Event,
    GameStarted,
    GameWon,
    RegionConquered,
    RegionEntered,
    RegionPicked,
    ResourcePlundered,
    ResourcesDiscarded,
    ResourcesInherited,
    ResourcesProduced,
    SeatDisconnected,
    SeatEliminated,
    SeatReconnected,
    SeatResigned,
    StartingResourcesGranted,
    StructureBuilt,
    TradeClosed,
    TradeCompleted,
    TradeDeclined,
    TradeOffered,
    TurnEnded,
    TurnStarted,
    UnitsShipped,
    UnitsTrained,
    VillageRestored,
)
from libs.games.fetih.options import options
from libs.games.fetih.position import ENDINGS, Position
from libs.games.fetih.position_form import dump, load
from libs.games.fetih.rejections import OFFERER_CANNOT_AFFORD, REJECTIONS
from libs.games.fetih.view import tell, view
from libs.games.kit.chance import Chance
from libs.games.kit.decision import Decision
from libs.games.kit.game import Absence, Game, Json

SETUP: Mapping[str, Json] = {"type": "object", "properties": {}}


def start(options: Mapping[str, Json], seats: Sequence[str], chance: Chance) -> Sequence[Event]:
    decision: Decision[Position, Event] = Decision(Position(), evolve, chance)
    setup.begin(decision, seats)
    return decision.events


def decide(position: Position, seat: int | None, asked: Json, chance: Chance) -> Sequence[Event]:
    command = read_command(position, seat, asked)
    decision: Decision[Position, Event] = Decision(position, evolve, chance)
    if isinstance(command, Lapse):
        waiting.lapse(decision)
    else:
        assert seat is not None, "read_command gives the platform nothing but the lapse"
        _decide(decision, seat, command)
    return decision.events


def _decide(decision: Decision[Position, Event], acting: int, command: SeatCommand) -> None:
    match command:
        case PickRegion():
            draft.pick_region(decision, acting, command.region)
        case RollDice():
            production.roll_dice(decision, acting)
        case Train():
            building.train(decision, acting, command)
        case Build():
            building.build(decision, acting, command)
        case AdvanceAge():
            building.advance_age(decision, acting)
        case Attack():
            battle.attack(decision, acting, command)
        case Ship():
            shipment.ship(decision, acting, command)
        case BankTrade():
            trade.bank_trade(decision, acting, command)
        case OfferTrade():
            trade.offer_trade(decision, acting, command)
        case AcceptTrade():
            trade.accept_trade(decision, acting, command.trade)
        case DeclineTrade():
            trade.decline_trade(decision, acting, command.trade)
        case WithdrawTrade():
            trade.withdraw_trade(decision, acting, command.trade)
        case OfferAlliance():
            alliances.offer_alliance(decision, acting, command.to)
        case AcceptAlliance():
            alliances.accept_alliance(decision, acting, command.from_)
        case DeclineAlliance():
            alliances.decline_alliance(decision, acting, command.from_)
        case BreakAlliance():
            alliances.break_alliance(decision, acting, command)
        case EndTurn():
            turn.end_turn(decision, acting)
        case Resign():
            resignation.resign(decision, acting)
        case Disconnect():
            presence.disconnect(decision, acting)
        case Reconnect():
            presence.reconnect(decision, acting)
        case _:
            assert_never(command)


def evolve(position: Position, event: Event) -> Position:
    match event:
        case GameStarted():
            return setup.game_started(event)
        case RegionPicked():
            return draft.region_picked(position, event)
        case StartingResourcesGranted():
            return draft.starting_resources_granted(position, event)
        case TurnStarted():
            return turn.turn_started(position, event)
        case DiceRolled():
            return production.dice_rolled(position, event)
        case ResourcesDiscarded():
            return production.resources_discarded(position, event)
        case ResourcesProduced():
            return production.resources_produced(position, event)
        case ContinentBonusPaid():
            return production.continent_bonus_paid(position, event)
        case VillageRestored():
            return production.village_restored(position, event)
        case UnitsTrained():
            return building.units_trained(position, event)
        case StructureBuilt():
            return building.structure_built(position, event)
        case AgeAdvanced():
            return building.age_advanced(position, event)
        case BattleFought():
            return battle.battle_fought(position, event)
        case RegionEntered():
            return battle.region_entered(position, event)
        case RegionConquered():
            return conquest.region_conquered(position, event)
        case ResourcePlundered():
            return conquest.resource_plundered(position, event)
        case SeatEliminated():
            return winning.seat_eliminated(position, event)
        case ResourcesInherited():
            return winning.resources_inherited(position, event)
        case UnitsShipped():
            return shipment.units_shipped(position, event)
        case BankTraded():
            return trade.bank_traded(position, event)
        case TradeOffered():
            return trade.trade_offered(position, event)
        case TradeCompleted():
            return trade.trade_completed(position, event)
        case TradeDeclined():
            return trade.trade_declined(position, event)
        case TradeClosed():
            return trade.trade_closed(position, event)
        case AllianceOffered():
            return alliances.alliance_offered(position, event)
        case AllianceDeclined() | AllianceOfferExpired():
            return alliances.alliance_offer_gone(position, event)
        case AllianceFormed():
            return alliances.alliance_formed(position, event)
        case AllianceBroken():
            return alliances.alliance_broken(position, event)
        case TurnEnded():
            return turn.turn_ended(position, event)
        case SeatResigned():
            return resignation.seat_resigned(position, event)
        case SeatDisconnected():
            return presence.seat_disconnected(position, event)
        case SeatReconnected():
            return presence.seat_reconnected(position, event)
        case BotTookOver():
            return turn.bot_took_over(position, event)
        case GameWon():
            return winning.game_won(position, event)
        case BankShort() | ContinentClaimMade() | ContinentClaimLost():
            # Public words; what came of them stands in other events or follows from the regions.
            return position
        case _:
            assert_never(event)


FETIH: Game[Position, Event] = Game(
    name="fetih",
    rules=1,
    seats=range(2, 6),
    setup=SETUP,
    blank=Position(),
    events=EVENTS,
    rejections=REJECTIONS,
    endings=ENDINGS,
    blind=frozenset({OFFERER_CANNOT_AFFORD.code}),
    start=start,
    decide=decide,
    evolve=evolve,
    view=view,
    tell=tell,
    options=options,
    waiting=waiting.waiting,
    load=load,
    dump=dump,
    disguise=disguise,
    commands=COMMANDS.classes,
    played_by=waiting.played_by,
    seated=presence.seated,
    absence=Absence(left="disconnect", returned="reconnect", after=5.0),
)
