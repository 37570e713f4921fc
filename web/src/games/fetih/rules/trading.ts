/* The bank, the market and alliances (F71-F78a). */

import { areAllied, type Reading, total } from "../reading";
import { BALANCE, type Goods, type Resource } from "../tables";
import { actionRefusal, type Code } from "./acting";
import { canPay, hand } from "./paying";

export function bankRefusal(reading: Reading, give: Resource, get: Resource, times: number): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  if (give === get) return "same_resource";
  if (!canPay(hand(reading), { [give]: BALANCE.bankRate * times })) return "cannot_afford";
  return reading.bank[get] >= times ? null : "bank_short";
}

/** Why no offer at all may be made; what it holds is the form's matter. */
export function offeringRefusal(reading: Reading): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.trades.length >= BALANCE.maxOpenTrades) return "too_many_offers";
  return total(hand(reading)) > 0 ? null : "cannot_afford";
}

/** Whether the offerer still has what it gives, nobody else knows (F72a). */
export function acceptingRefusal(reading: Reading, price: Goods): Code | null {
  return canPay(hand(reading), price) ? null : "cannot_afford";
}

export function allianceRefusal(reading: Reading, to: number): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const you = reading.you!;
  if (to === you || reading.seats[to]!.status !== "playing") return "bad_target";
  if (areAllied(reading, you, to)) return "already_allied";
  return reading.alliance_offers.some((offer) => offer.from === you && offer.to === to) ? "already_offered" : null;
}

export function breakingRefusal(reading: Reading, ally: number): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  if (!areAllied(reading, reading.you!, ally)) return "not_allied";
  return total(hand(reading)) >= BALANCE.betrayalPrice ? null : "cannot_afford";
}
