/* How many orders a noble may have together (H10-H13): an order that is added takes the place of those in its way. */

import { type NobleId, type Order, ownHouse, type Reading } from "../reading";
import { ACTIVITY, isLimited, isOrdinary } from "../tables";

const APPOINTING: ReadonlySet<string> = new Set(["errand", "appoint_attendant", "appoint_servant"]);
/** Nobody ever has more ordinary activities than these (H13). */
const MOST = 2;

/** Whether the two orders of one noble may not stand on one sheet. */
export function areAtOdds(one: Order, other: Order): boolean {
  if (one.by !== other.by) return false;
  if (APPOINTING.has(one.activity) && APPOINTING.has(other.activity)) return true;
  if (isLimited(one.activity) && isLimited(other.activity)) return true;
  if (one.activity !== other.activity) return false;
  const { kind } = ACTIVITY.get(one.activity)!;
  if (kind === "trait" || kind === "special" || one.activity === "command") return true;
  if (one.activity === "hire") return one.hireling === other.hireling;
  return one.target === other.target;
}

/** The ordinary activities of a noble on the sheet, the one that he was bribed to do counted. */
function ordinary(reading: Reading, orders: readonly Order[], by: NobleId): number {
  const given = orders.filter((order) => order.by === by && isOrdinary(order.activity)).length;
  return given + (reading.characters[by]?.forced ? 1 : 0);
}

/** By which an extra activity of the noble would be allowed; null if by none. */
export function extraFor(reading: Reading, orders: readonly Order[], by: NobleId): "trade" | "favour" | null {
  const extra = ownHouse(reading)?.extra;
  const noble = reading.characters[by];
  if (!extra || !noble) return null;
  if (extra.trade && noble.role === "treasurer") return "trade";
  if (!extra.favour) return null;
  const isTaken = Object.keys(reading.characters).some((other) => {
    if (other === by || ordinary(reading, orders, other) < MOST) return false;
    return !(extra.trade && reading.characters[other]?.role === "treasurer");
  });
  return isTaken ? null : "favour";
}

/** How many ordinary activities the noble may be given, besides one that he was bribed to do. */
export function slots(reading: Reading, orders: readonly Order[], by: NobleId): number {
  const most = extraFor(reading, orders, by) === null ? 1 : MOST;
  return most - (reading.characters[by]?.forced ? 1 : 0);
}

/** The sheet with one more order, without those in whose place it comes; null if there is no place for it. */
export function added(reading: Reading, orders: readonly Order[], order: Order): readonly Order[] | null {
  const forced = reading.characters[order.by]?.forced;
  if (forced && isLimited(order.activity) && isLimited(forced.activity)) return null;
  let kept = orders.filter((other) => !areAtOdds(other, order));
  if (isOrdinary(order.activity)) {
    const room = slots(reading, kept, order.by);
    if (room <= 0) return null;
    // The newest gives way, so that the first choice stays.
    for (let own = ownOrdinary(kept, order.by); own.length >= room; own = ownOrdinary(kept, order.by)) {
      const last = own.at(-1)!;
      kept = kept.filter((other) => other !== last);
    }
  }
  return [...kept, order];
}

function ownOrdinary(orders: readonly Order[], by: NobleId): readonly Order[] {
  return orders.filter((order) => order.by === by && isOrdinary(order.activity));
}
