/* A view of Fetih as a type (docs/games/fetih.md, sections 15 and 18), and plain questions about it. */

import type { JsonObject } from "../../json";
import { type Force, type Goods, type RegionId, type Resource, UNITS, type Unit } from "./tables";

export interface Region {
  readonly owner: number | null;
  readonly resource: Resource;
  readonly number: number;
  readonly units: Force;
  /** How many of each kind have acted this turn (F61). */
  readonly used: Force;
  readonly village: boolean;
  readonly plundered: boolean;
  readonly defence: "none" | "fence" | "wall";
}

export interface SeatState {
  readonly colour: string;
  readonly kind: "person" | "bot";
  readonly controller: "person" | "bot";
  readonly connected: boolean;
  readonly missed_turns: number;
  readonly status: "playing" | "eliminated" | "resigned";
  readonly age: "sword" | "gunpowder";
  /** Only one's own. */
  readonly resources?: Readonly<Record<Resource, number>>;
  readonly resource_count: number;
  readonly picked: readonly RegionId[];
}

export interface ContinentState {
  readonly owner: number | null;
  readonly points: number;
  readonly resource: Resource;
}

export interface Trade {
  readonly id: number;
  readonly from: number;
  readonly to: number | null;
  readonly give: Goods;
  readonly get: Goods;
  readonly declined: readonly number[];
}

export interface AllianceOffer {
  readonly from: number;
  readonly to: number;
}

export interface Reading {
  readonly you: number | null;
  readonly phase: "draft" | "play" | "over";
  readonly order: readonly number[];
  readonly turn: number;
  readonly round: number;
  readonly rolled: boolean;
  readonly picks: number;
  readonly last_roll: readonly [number, number] | null;
  readonly deadline: { readonly kind: "pick" | "turn"; readonly seat: number; readonly seconds: number } | null;
  readonly bank: Readonly<Record<Resource, number>>;
  readonly seats: readonly SeatState[];
  readonly regions: Readonly<Record<RegionId, Region>>;
  readonly alliances: readonly (readonly [number, number])[];
  readonly alliance_offers: readonly AllianceOffer[];
  readonly trades: readonly Trade[];
  readonly out: readonly number[];
  readonly winner: number | null;
  readonly win_reason: "continents" | "last_standing" | null;
  readonly ranking: readonly number[];
  readonly continents: Readonly<Record<string, ContinentState>>;
  /** Seats that win at the start of their next turn if nobody stops them (F86). */
  readonly claims: readonly number[];
  /** What this reader may choose now, in the draft. */
  readonly pickable: readonly RegionId[];
}

/** The view comes from our own server, which has checked it: its shape is taken on trust. */
export function read(view: JsonObject): Reading {
  return view as unknown as Reading;
}

/** How many soldiers or goods in all. */
export function total(counts: Force | Goods): number {
  return Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
}

/** Without the kinds of which there are none: commands hold counts above 0 only. */
export function present<Counts extends Force | Goods>(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)) as Counts;
}

export function regionsOf(reading: Reading, seat: number): readonly RegionId[] {
  return Object.keys(reading.regions).filter((id) => reading.regions[id]!.owner === seat);
}

/** The soldiers that have not acted this turn. */
export function ready(region: Region): Force {
  return Object.fromEntries(
    UNITS.flatMap((unit) => {
      const left = (region.units[unit] ?? 0) - (region.used[unit] ?? 0);
      return left > 0 ? [[unit, left]] : [];
    }),
  );
}

export function hasReady(region: Region): boolean {
  return total(ready(region)) > 0;
}

/** Whether there are as many of each kind as are asked for. */
export function covers(held: Force, asked: Force): boolean {
  return UNITS.every((unit) => (asked[unit] ?? 0) <= (held[unit] ?? 0));
}

/** All soldiers of a seat, by kind. */
export function army(reading: Reading, seat: number): Record<Unit, number> {
  const sums = Object.fromEntries(UNITS.map((unit) => [unit, 0])) as Record<Unit, number>;
  for (const region of Object.values(reading.regions)) {
    if (region.owner === seat) for (const unit of UNITS) sums[unit] += region.units[unit] ?? 0;
  }
  return sums;
}

export function areAllied(reading: Reading, one: number, other: number): boolean {
  return reading.alliances.some((pair) => pair.includes(one) && pair.includes(other));
}
