/* Training, building and ages (F34-F50, F60). */

import { type Reading, type Region, total } from "../reading";
import { BALANCE, GUNPOWDER, type RegionId, type Structure, type Unit } from "../tables";
import { actionRefusal, type Code } from "./acting";
import { canPay, hand, times } from "./paying";

export function room(region: Region): number {
  return BALANCE.maxUnits - total(region.units);
}

export function trainRefusal(reading: Reading, id: RegionId, unit: Unit, count = 1): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const region = reading.regions[id]!;
  if (region.owner !== reading.you) return "not_yours";
  if (!region.village) return "no_village";
  if (GUNPOWDER.has(unit) && reading.seats[reading.you!]!.age !== "gunpowder") return "age_required";
  if (count > room(region)) return "region_full";
  return times(hand(reading), BALANCE.unitCost[unit]) < count ? "cannot_afford" : null;
}

/** The most of a kind that can be trained there now. */
export function trainable(reading: Reading, id: RegionId, unit: Unit): number {
  if (trainRefusal(reading, id, unit) !== null) return 0;
  return Math.min(room(reading.regions[id]!), times(hand(reading), BALANCE.unitCost[unit]));
}

export function buildRefusal(reading: Reading, id: RegionId, structure: Structure): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const region = reading.regions[id]!;
  if (region.owner !== reading.you) return "not_yours";
  const stands = { village: region.village, fence: region.defence !== "none", wall: region.defence === "wall" };
  if (stands[structure]) return "already_built";
  if (structure === "wall" && region.defence !== "fence") return "fence_required";
  return canPay(hand(reading), BALANCE.structureCost[structure]) ? null : "cannot_afford";
}

export function ageRefusal(reading: Reading): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.seats[reading.you!]!.age === "gunpowder") return "already_advanced";
  return canPay(hand(reading), BALANCE.ageCost) ? null : "cannot_afford";
}
