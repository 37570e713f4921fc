/* The board and the numbers of Fetih: the very files that the rules read. */

import balance from "../../../../libs/games/fetih/data/balance.json";
import map from "../../../../libs/games/fetih/data/map.json";

/** In resource order (F14), unit order (F46) and seat order (F5). */
export const RESOURCES = ["wood", "stone", "food", "gold"] as const;
export const UNITS = ["infantry", "archer", "cavalry", "musketeer", "tank"] as const;
export const STRUCTURES = ["village", "fence", "wall"] as const;
export const COLOURS = ["blue", "purple", "turquoise", "pink", "white"] as const;

export type Resource = (typeof RESOURCES)[number];
export type Unit = (typeof UNITS)[number];
export type Structure = (typeof STRUCTURES)[number];
export type Colour = (typeof COLOURS)[number];
export type Goods = Readonly<Partial<Record<Resource, number>>>;
export type Force = Readonly<Partial<Record<Unit, number>>>;
export type RegionId = string;

export interface Place {
  readonly id: RegionId;
  readonly name: string;
  readonly continent: string;
  /** Axial coordinates of a pointy-top hexagon: its middle is at x = q + r / 2 (tile widths), y = r (rows). */
  readonly q: number;
  readonly r: number;
  readonly neighbours: readonly RegionId[];
  /** The neighbours that lie across the sea. */
  readonly sea: readonly RegionId[];
}

export interface Continent {
  readonly id: string;
  readonly name: string;
  readonly regions: readonly RegionId[];
  readonly points: number;
}

/** In board order. */
export const PLACES: readonly Place[] = map.regions;
export const PLACE: ReadonlyMap<RegionId, Place> = new Map(PLACES.map((place) => [place.id, place]));
export const CONTINENTS: readonly Continent[] = map.continents;
export const PASSAGES = map.sea_passages as unknown as readonly (readonly [RegionId, RegionId])[];

export const BALANCE = {
  unitStrength: balance.unit_strength as Readonly<Record<Unit, number>>,
  structureStrength: balance.structure_strength as Readonly<Record<Structure, number>>,
  unitCost: balance.unit_cost as Readonly<Record<Unit, Goods>>,
  structureCost: balance.structure_cost as Readonly<Record<Structure, Goods>>,
  ageCost: balance.age_cost as Goods,
  maxUnits: balance.max_units,
  bankRate: balance.bank_rate,
  bankPerResource: balance.bank_per_resource,
  maxOpenTrades: balance.max_open_trades,
  betrayalPrice: balance.betrayal_price,
  victoryPoints: balance.victory_points,
  handLimit: balance.hand_limit,
  regionYield: balance.region_yield,
  villageYield: balance.village_yield,
  startPack: balance.start_pack as Goods,
  startInfantry: balance.start_infantry,
  neutralInfantry: balance.neutral_infantry,
  secondVillageYield: balance.second_village_yield,
  compensationPerPlace: balance.compensation_per_place,
  botTakeoverTurns: balance.bot_takeover_turns,
  turnSeconds: balance.turn_seconds,
  pickSeconds: balance.pick_seconds,
} as const;

/** The units that can be trained only in the gunpowder age (F41). */
export const GUNPOWDER: ReadonlySet<Unit> = new Set(["musketeer", "tank"]);

/** In how many of the 36 throws of two dice a number falls. */
export function ways(number: number): number {
  return 6 - Math.abs(7 - number);
}
