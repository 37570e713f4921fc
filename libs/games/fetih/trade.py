"""The bank and the market: rules F71-F73."""

from dataclasses import replace

from libs.games.fetih.commands import BankTrade, OfferTrade
from libs.games.fetih.counts import counts, covers, named
from libs.games.fetih.events import (
    BankTraded,
    Event,
    TradeClosed,
    TradeCompleted,
    TradeDeclined,
    TradeOffered,
)
from libs.games.fetih.position import Position, Trade
from libs.games.fetih.rejections import (
    BAD_TARGET,
    BANK_SHORT,
    CANNOT_AFFORD,
    NO_SUCH_TRADE,
    NOT_FOR_YOU,
    NOT_YOURS,
    OFFERER_CANNOT_AFFORD,
    SAME_RESOURCE,
    TOO_MANY_OFFERS,
)
from libs.games.fetih.rights import action_refusal, answer_refusal
from libs.games.fetih.tables import BALANCE, RESOURCES, single
from libs.games.kit.decision import Decision
from libs.games.kit.rejection import Rejected, Rejection, refuse

OneDecision = Decision[Position, Event]


def find_trade(position: Position, number: int) -> Trade | None:
    return next((trade for trade in position.trades if trade.id == number), None)


def _standing(position: Position, number: int) -> Trade:
    trade = find_trade(position, number)
    if trade is None:
        raise Rejected(NO_SUCH_TRADE)
    return trade


def asked(position: Position, trade: Trade) -> list[int]:
    """The seats in play whose answer the offer waits for."""
    if trade.to is not None:
        return [trade.to]
    return [seat for seat in position.playing if seat != trade.offerer]


def is_for(trade: Trade, seat: int) -> bool:
    return trade.offerer != seat and trade.to in (None, seat)


def is_backed(position: Position, trade: Trade) -> bool:
    """Whether the offerer still has what it offers."""
    return covers(position.hand(trade.offerer), trade.give)


def bank_refusal(position: Position, seat: int, command: BankTrade) -> Rejection | None:
    """Why the bank does not make that exchange, on the seat's turn, or None if it does (F71)."""
    if command.give == command.get:
        return SAME_RESOURCE
    if not covers(position.hand(seat), single(command.give, BALANCE.bank_rate * command.times)):
        return CANNOT_AFFORD
    return None if covers(position.bank, single(command.get, command.times)) else BANK_SHORT


def offering_refusal(position: Position, seat: int, command: OfferTrade) -> Rejection | None:
    """Why that seat may not make that offer, on its turn, or None if it may."""
    to = command.to
    if to is not None and (to == seat or position.seats[to].status != "playing"):
        return BAD_TARGET
    if command.give.keys() & command.get.keys():
        return SAME_RESOURCE
    if len(position.trades) >= BALANCE.max_open_trades:
        return TOO_MANY_OFFERS
    return None if covers(position.hand(seat), counts(RESOURCES, command.give)) else CANNOT_AFFORD


def own_acceptance_refusal(position: Position, seat: int, trade: Trade) -> Rejection | None:
    """Why that seat may not accept, as far as it can see itself (F72a)."""
    if not is_for(trade, seat):
        return NOT_FOR_YOU
    return None if covers(position.hand(seat), trade.get) else CANNOT_AFFORD


def declining_refusal(trade: Trade, seat: int) -> Rejection | None:
    return None if is_for(trade, seat) and seat not in trade.declined else NOT_FOR_YOU


def bank_trade(decision: OneDecision, seat: int, command: BankTrade) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(bank_refusal(decision.position, seat, command))
    give: dict[str, int] = {command.give: BALANCE.bank_rate * command.times}
    decision.record(BankTraded(seat=seat, give=give, get={command.get: command.times}))


def offer_trade(decision: OneDecision, seat: int, command: OfferTrade) -> None:
    refuse(action_refusal(decision.position, seat))
    refuse(offering_refusal(decision.position, seat, command))
    decision.record(
        TradeOffered(
            trade=decision.position.next_trade,
            from_=seat,
            to=command.to,
            give=dict(command.give),
            get=dict(command.get),
        )
    )


def accept_trade(decision: OneDecision, seat: int, number: int) -> None:
    refuse(answer_refusal(decision.position, seat))
    trade = _standing(decision.position, number)
    refuse(own_acceptance_refusal(decision.position, seat, trade))
    refuse(None if is_backed(decision.position, trade) else OFFERER_CANNOT_AFFORD)
    decision.record(
        TradeCompleted(
            trade=number,
            from_=trade.offerer,
            by=seat,
            give=named(RESOURCES, trade.give),
            get=named(RESOURCES, trade.get),
        )
    )


def decline_trade(decision: OneDecision, seat: int, number: int) -> None:
    refuse(answer_refusal(decision.position, seat))
    trade = _standing(decision.position, number)
    refuse(declining_refusal(trade, seat))
    decision.record(TradeDeclined(trade=number, seat=seat))
    close_answered(decision)


def withdraw_trade(decision: OneDecision, seat: int, number: int) -> None:
    refuse(action_refusal(decision.position, seat))
    trade = _standing(decision.position, number)
    refuse(None if trade.offerer == seat else NOT_YOURS)
    decision.record(TradeClosed(trade=number, reason="withdrawn"))


def close_answered(decision: OneDecision) -> None:
    """Offers that everybody asked has declined are closed; with nobody left to ask they stay (F72, F210)."""
    for trade in decision.position.trades:
        waited_for = asked(decision.position, trade)
        if waited_for and set(waited_for) <= set(trade.declined):
            decision.record(TradeClosed(trade=trade.id, reason="declined"))


def bank_traded(position: Position, event: BankTraded) -> Position:
    position = position.paid(event.seat, counts(RESOURCES, event.give))
    return position.received(event.seat, counts(RESOURCES, event.get))


def trade_offered(position: Position, event: TradeOffered) -> Position:
    trade = Trade(
        id=event.trade,
        offerer=event.from_,
        to=event.to,
        give=counts(RESOURCES, event.give),
        get=counts(RESOURCES, event.get),
    )
    return replace(position, trades=(*position.trades, trade), next_trade=event.trade + 1)


def _without(position: Position, number: int) -> Position:
    return replace(position, trades=tuple(trade for trade in position.trades if trade.id != number))


def trade_completed(position: Position, event: TradeCompleted) -> Position:
    position = position.handed(event.from_, event.by, counts(RESOURCES, event.give))
    return _without(position.handed(event.by, event.from_, counts(RESOURCES, event.get)), event.trade)


def trade_declined(position: Position, event: TradeDeclined) -> Position:
    trades = tuple(
        replace(trade, declined=tuple(sorted((*trade.declined, event.seat))))
        if trade.id == event.trade
        else trade
        for trade in position.trades
    )
    return replace(position, trades=trades)


def trade_closed(position: Position, event: TradeClosed) -> Position:
    return _without(position, event.trade)
