/* What the reader holds, and what can be paid from it. */

import type { Reading } from "../reading";
import { type Goods, type Resource, RESOURCES } from "../tables";

/** Nothing for those who hold nothing. */
export function hand({ you, seats }: Reading): Readonly<Record<Resource, number>> {
  const held = you === null ? undefined : seats[you]!.resources;
  return held ?? { wood: 0, stone: 0, food: 0, gold: 0 };
}

/** How many times a price can be paid. */
export function times(held: Goods, price: Goods): number {
  return Math.min(...RESOURCES.flatMap((one) => (price[one] ? [Math.floor((held[one] ?? 0) / price[one])] : [])));
}

export function canPay(held: Goods, price: Goods): boolean {
  return times(held, price) >= 1;
}
