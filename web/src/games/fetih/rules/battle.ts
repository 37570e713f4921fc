/* Strength, chance and attacks (F33, F51-F54, F61, F62, F206). */

import { areAllied, covers, hasReady, type Reading, ready, type Region, regionsOf, total } from "../reading";
import { BALANCE, type Force, PLACE, type RegionId, type Unit, UNITS } from "../tables";
import { actionRefusal, type Code } from "./acting";

/** The forces of an attack by the regions that they leave, the one of `from` first (F206). */
export type Forces = ReadonlyMap<RegionId, Force>;

export function strength(units: Force): number {
  return UNITS.reduce((sum, unit) => sum + (units[unit] ?? 0) * BALANCE.unitStrength[unit], 0);
}

/** What stands against an attack besides the soldiers, by its source. */
export function works(region: Region): { readonly walls: number; readonly village: number } {
  return {
    walls: region.defence === "none" ? 0 : BALANCE.structureStrength[region.defence],
    village: region.village ? BALANCE.structureStrength.village : 0,
  };
}

export function defence(region: Region): number {
  const { walls, village } = works(region);
  return strength(region.units) + walls + village;
}

/** The attacker's chance as a whole percentage, halves up; 0 for an attack of nobody. */
export function chance(attack: number, against: number): number {
  const together = attack + against;
  return attack === 0 ? 0 : Math.floor((200 * attack + together) / (2 * together));
}

/** Everybody in an attack as one heap. */
export function joined(forces: Forces): Force {
  const heap: Partial<Record<Unit, number>> = {};
  for (const force of forces.values()) {
    for (const unit of UNITS) if (force[unit]) heap[unit] = (heap[unit] ?? 0) + force[unit];
  }
  return heap;
}

/** Why a neighbour that is not one's own may not be attacked. */
function targetRefusal(reading: Reading, to: RegionId): Code | null {
  const { owner } = reading.regions[to]!;
  if (owner === null) return null;
  if (reading.round === 1) return "first_round";
  return areAllied(reading, reading.you!, owner) ? "allied" : null;
}

/** Own regions next to a target, in board order. */
export function sources(reading: Reading, to: RegionId): readonly RegionId[] {
  if (reading.you === null) return [];
  return regionsOf(reading, reading.you).filter((id) => PLACE.get(id)!.neighbours.includes(to));
}

/** What an own region may attack. */
export function targets(reading: Reading, from: RegionId): readonly RegionId[] {
  if (!hasReady(reading.regions[from]!)) return [];
  return PLACE.get(from)!.neighbours.filter(
    (to) => reading.regions[to]!.owner !== reading.you && targetRefusal(reading, to) === null,
  );
}

/** Why nothing can be attacked from a region now, or null if something can. */
export function attackFromRefusal(reading: Reading, from: RegionId): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const { neighbours } = PLACE.get(from)!;
  const others = neighbours.filter((to) => reading.regions[to]!.owner !== reading.you);
  if (others.length === 0) return "own_region";
  const refusals = others.map((to) => targetRefusal(reading, to));
  if (!refusals.includes(null)) return refusals[0]!;
  return hasReady(reading.regions[from]!) ? null : "not_ready";
}

/** Why a region cannot be attacked with those forces; with none, because none can be sent. */
export function attackRefusal(reading: Reading, to: RegionId, forces: Forces): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  const from = [...forces.keys()];
  if (from.some((id) => reading.regions[id]!.owner !== reading.you)) return "not_yours";
  if (reading.regions[to]!.owner === reading.you) return "own_region";
  const near = sources(reading, to);
  if (near.length === 0 || from.some((id) => !near.includes(id))) return "not_adjacent";
  const closed = targetRefusal(reading, to);
  if (closed !== null) return closed;
  const isSent = (id: RegionId, force: Force) => total(force) > 0 && covers(ready(reading.regions[id]!), force);
  if (from.length === 0 || ![...forces].every(([id, force]) => isSent(id, force))) return "not_ready";
  return total(joined(forces)) > BALANCE.maxUnits ? "too_many_units" : null;
}
