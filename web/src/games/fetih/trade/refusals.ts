/* Why something of the bank, the market or the alliances cannot be done now: the code of the refusal that it would
   meet (docs/games/fetih.md, section 12), null where it would be taken. The server's options say whether it can. */

import { areAllied, type Reading, total } from "../reading";
import { BALANCE, type Goods, RESOURCES, type Resource } from "../tables";

export type Code =
  | "not_playing"
  | "wrong_phase"
  | "not_your_turn"
  | "roll_first"
  | "same_resource"
  | "cannot_afford"
  | "bank_short"
  | "too_many_offers"
  | "already_allied"
  | "already_offered"
  | "bad_target"
  | "not_allied"
  | "game_over";

export function hand(reading: Reading, seat: number | null): Readonly<Record<Resource, number>> {
  const held = seat === null ? undefined : reading.seats[seat]!.resources;
  return held ?? { wood: 0, stone: 0, food: 0, gold: 0 };
}

export function canPay(held: Goods, price: Goods): boolean {
  return RESOURCES.every((resource) => (held[resource] ?? 0) >= (price[resource] ?? 0));
}

/** Why that seat may do nothing of what a turn is made of. */
export function actingRefusal(reading: Reading, seat: number): Code | null {
  if (reading.phase === "over") return "game_over";
  if (reading.seats[seat]!.status !== "playing") return "not_playing";
  if (reading.phase !== "play") return "wrong_phase";
  if (reading.turn !== seat) return "not_your_turn";
  return reading.rolled ? null : "roll_first";
}

export function bankRefusal(reading: Reading, seat: number, give: Resource, get: Resource, times: number): Code | null {
  const acting = actingRefusal(reading, seat);
  if (acting !== null) return acting;
  if (give === get) return "same_resource";
  if (!canPay(hand(reading, seat), { [give]: BALANCE.bankRate * times })) return "cannot_afford";
  return reading.bank[get] >= times ? null : "bank_short";
}

/** Why no offer at all may be made; what it holds is the form's matter. */
export function offeringRefusal(reading: Reading, seat: number): Code | null {
  const acting = actingRefusal(reading, seat);
  if (acting !== null) return acting;
  if (reading.trades.length >= BALANCE.maxOpenTrades) return "too_many_offers";
  return total(hand(reading, seat)) > 0 ? null : "cannot_afford";
}

export function acceptingRefusal(reading: Reading, seat: number, price: Goods): Code | null {
  return canPay(hand(reading, seat), price) ? null : "cannot_afford";
}

export function allianceRefusal(reading: Reading, seat: number, to: number): Code | null {
  const acting = actingRefusal(reading, seat);
  if (acting !== null) return acting;
  if (to === seat || reading.seats[to]!.status !== "playing") return "bad_target";
  if (areAllied(reading, seat, to)) return "already_allied";
  return reading.alliance_offers.some((offer) => offer.from === seat && offer.to === to) ? "already_offered" : null;
}

export function breakingRefusal(reading: Reading, seat: number, ally: number): Code | null {
  const acting = actingRefusal(reading, seat);
  if (acting !== null) return acting;
  if (!areAllied(reading, seat, ally)) return "not_allied";
  return total(hand(reading, seat)) >= BALANCE.betrayalPrice ? null : "cannot_afford";
}
