/* Why something of the bank, the market or the alliances cannot be done now, by the code that it would meet
   (docs/games/fetih.md, section 12); null where it would be taken. The server's options say whether it can. */

import { areAllied, type Reading, total } from "../reading";
import { actionRefusal, type Code as RulesCode, times as payable } from "../rules";
import { BALANCE, type Goods, type Resource } from "../tables";

export type Code =
  | RulesCode
  | "same_resource"
  | "bank_short"
  | "too_many_offers"
  | "already_allied"
  | "already_offered"
  | "bad_target"
  | "not_allied";

/** What the reader holds; nothing for those who hold nothing. */
export function hand({ you, seats }: Reading): Readonly<Record<Resource, number>> {
  const held = you === null ? undefined : seats[you]!.resources;
  return held ?? { wood: 0, stone: 0, food: 0, gold: 0 };
}

export function canPay(held: Goods, price: Goods): boolean {
  return payable(held, price) >= 1;
}

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
