/*
 * What the rules say of a position, for showing it: chances, reasons, what is in reach. The server decides; whatever
 * is refused is named by the code that the command would meet, in the order of F211. Seats are the reader's own.
 */

import { areAllied, type Reading, ready, type Region, regionsOf, total } from "./reading";
import { BALANCE, type Force, type Goods, GUNPOWDER, PLACE, RESOURCES, type RegionId, type Structure, type Unit, UNITS } from "./tables";

export type Code =
  | "game_over"
  | "not_playing"
  | "wrong_phase"
  | "not_your_turn"
  | "already_rolled"
  | "roll_first"
  | "region_taken"
  | "too_close"
  | "not_yours"
  | "no_village"
  | "age_required"
  | "region_full"
  | "cannot_afford"
  | "already_built"
  | "fence_required"
  | "already_advanced"
  | "own_region"
  | "not_adjacent"
  | "first_round"
  | "allied"
  | "not_ready"
  | "too_many_units"
  | "same_region"
  | "not_connected";

/** The forces of an attack by the regions that they leave, the one of `from` first (F206). */
export type Forces = ReadonlyMap<RegionId, Force>;

// Strength and chance (F52-F54)

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

// Who may act (steps 1 to 7 of F211)

function playingRefusal({ you, seats, phase }: Reading): Code | null {
  if (phase === "over") return "game_over";
  return you === null || seats[you]!.status !== "playing" ? "not_playing" : null;
}

function turnRefusal(reading: Reading): Code | null {
  const refusal = playingRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.phase !== "play") return "wrong_phase";
  return reading.turn === reading.you ? null : "not_your_turn";
}

export function rollRefusal(reading: Reading): Code | null {
  return turnRefusal(reading) ?? (reading.rolled ? "already_rolled" : null);
}

/** Why nothing may be done now of what a turn is made of (F80). */
export function actionRefusal(reading: Reading): Code | null {
  return turnRefusal(reading) ?? (reading.rolled ? null : "roll_first");
}

export function pickRefusal(reading: Reading, region: RegionId): Code | null {
  const refusal = playingRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.phase !== "draft") return "wrong_phase";
  if (reading.turn !== reading.you) return "not_your_turn";
  const { owner, village } = reading.regions[region]!;
  if (owner !== null || village) return "region_taken";
  return reading.pickable.includes(region) ? null : "too_close";
}

// Training, building, ages (F34-F50, F60)

function hand(reading: Reading): Goods {
  return reading.seats[reading.you!]!.resources ?? {};
}

/** How many times a price can be paid. */
export function times(held: Goods, price: Goods): number {
  return Math.min(...RESOURCES.flatMap((one) => (price[one] ? [Math.floor((held[one] ?? 0) / price[one])] : [])));
}

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
  return times(hand(reading), BALANCE.structureCost[structure]) < 1 ? "cannot_afford" : null;
}

export function ageRefusal(reading: Reading): Code | null {
  const refusal = actionRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.seats[reading.you!]!.age === "gunpowder") return "already_advanced";
  return times(hand(reading), BALANCE.ageCost) < 1 ? "cannot_afford" : null;
}

// Attacks (F33, F51, F61, F62, F206)

/** Why a neighbour that is not one's own may not be attacked. */
function targetRefusal(reading: Reading, to: RegionId): Code | null {
  const { owner } = reading.regions[to]!;
  if (owner === null) return null;
  if (reading.round === 1) return "first_round";
  return areAllied(reading, reading.you!, owner) ? "allied" : null;
}

function hasReady(region: Region): boolean {
  return total(ready(region)) > 0;
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

function covers(held: Force, asked: Force): boolean {
  return UNITS.every((unit) => (asked[unit] ?? 0) <= (held[unit] ?? 0));
}

// Shipments (F60, F67-F70)

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
