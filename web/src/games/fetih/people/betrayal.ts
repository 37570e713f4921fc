/* The price of breaking an alliance (F76), put together. */

import { total } from "../reading";
import { BALANCE, type Goods, type Resource, RESOURCES } from "../tables";

/** What the betrayal price still lacks; negative is too much. */
export function priceLeft(pay: Goods): number {
  return BALANCE.betrayalPrice - total(pay);
}

/** The price to begin with: taken from what one has most of, one by one. */
export function cheapest(held: Readonly<Record<Resource, number>>): Goods {
  const left = { ...held };
  const pay: Partial<Record<Resource, number>> = {};
  for (let count = 0; count < BALANCE.betrayalPrice; count += 1) {
    const most = RESOURCES.reduce((one, other) => (left[other] > left[one] ? other : one));
    if (left[most] === 0) break;
    left[most] -= 1;
    pay[most] = (pay[most] ?? 0) + 1;
  }
  return pay;
}
