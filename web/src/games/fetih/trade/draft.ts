/* A swap that is being put together: what is given, what is wanted, from whom. */

import type { JsonObject } from "../../../json";
import { present, type Reading, total } from "../reading";
import { BALANCE, type Goods, RESOURCES, type Resource } from "../tables";
import { hand } from "../rules/paying";

export interface Draft {
  /** Null: whoever accepts first. */
  readonly to: number | null;
  readonly give: Goods;
  readonly get: Goods;
}

export const BLANK: Draft = { to: null, give: {}, get: {} };

export type Side = "give" | "get";

/** With so many of a resource on one side; what stands on one side cannot stand on the other. */
export function withCount(draft: Draft, side: Side, resource: Resource, count: number): Draft {
  return { ...draft, [side]: { ...draft[side], [resource]: count } };
}

/** The most of a resource that may stand on a side: what one holds, or what all others can hold together. */
export function most(reading: Reading, draft: Draft, side: Side, resource: Resource): number {
  const other: Side = side === "give" ? "get" : "give";
  if ((draft[other][resource] ?? 0) > 0) return 0;
  const mine = hand(reading)[resource];
  return side === "give" ? mine : BALANCE.bankPerResource - reading.bank[resource] - mine;
}

/** What is left of it when the hands and the seats have changed meanwhile. */
export function fitting(reading: Reading, draft: Draft): Draft {
  const fit = (side: Side): Goods =>
    present(Object.fromEntries(RESOURCES.map((one) => [one, Math.min(draft[side][one] ?? 0, most(reading, draft, side, one))])));
  const isThere = draft.to === null || (draft.to !== reading.you && reading.seats[draft.to]!.status === "playing");
  return { to: isThere ? draft.to : null, give: fit("give"), get: fit("get") };
}

export type Lacking = "give" | "get" | null;

/** The side on which nothing stands yet. */
export function lacking(draft: Draft): Lacking {
  if (total(draft.give) === 0) return "give";
  return total(draft.get) === 0 ? "get" : null;
}

/** The command that makes the offer. */
export function offerOf(draft: Draft): JsonObject {
  return { type: "offer_trade", to: draft.to, give: { ...present(draft.give) }, get: { ...present(draft.get) } };
}

/** The exchange with the bank that is most at hand: of what one has most, for what one has least. */
export function suggested(held: Readonly<Record<Resource, number>>): { give: Resource; get: Resource } {
  const sorted = [...RESOURCES].sort((one, other) => held[other] - held[one]);
  return { give: sorted[0]!, get: sorted[sorted.length - 1]! };
}

/** How often the bank can make that exchange; at least once, so that the form has something to say. */
export function mostTimes(reading: Reading, give: Resource, get: Resource): number {
  const lots = Math.floor(hand(reading)[give] / BALANCE.bankRate);
  return Math.max(1, Math.min(lots, reading.bank[get]));
}
