/* Shipments (F60, F67-F70). */

import { covers, hasReady, type Reading, ready, total } from "../reading";
import { type Force, PLACE, type RegionId } from "../tables";
import { actionRefusal, type Code } from "./acting";
import { room } from "./building";

/** The own regions that own regions join to that one, itself included; in no order. */
export function connected(reading: Reading, start: RegionId): ReadonlySet<RegionId> {
  const { owner } = reading.regions[start]!;
  const found = new Set([start]);
  // A set is walked through in the order in which it grows.
  for (const id of found) {
    for (const next of PLACE.get(id)!.neighbours) if (reading.regions[next]!.owner === owner) found.add(next);
  }
  return found;
}

export function shipRefusal(reading: Reading, from: RegionId, to: RegionId, units: Force): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const source = reading.regions[from]!;
  const destination = reading.regions[to]!;
  if (source.owner !== reading.you || destination.owner !== reading.you) return "not_yours";
  if (from === to) return "same_region";
  if (!connected(reading, from).has(to)) return "not_connected";
  if (total(units) === 0 || !covers(ready(source), units)) return "not_ready";
  return total(units) > room(destination) ? "region_full" : null;
}

/** Why nothing can be shipped from a region now, or null if something can. */
export function shipFromRefusal(reading: Reading, from: RegionId): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const others = [...connected(reading, from)].filter((id) => id !== from);
  if (others.length === 0) return "not_connected";
  if (!hasReady(reading.regions[from]!)) return "not_ready";
  return others.some((id) => room(reading.regions[id]!) > 0) ? null : "region_full";
}
