/* A view of Game of Houses as a type (docs/games/houses.md, sections 11 and 14), and plain questions about it. */

import type { Json, JsonObject } from "../../json";
import { HOUSES, PLACES, type Place, type Role } from "./tables";

export type NobleId = string;
export type Status = "ruling" | "loyal" | "enemy" | "none";

/** What a noble is told to do; `target` is a noble or the number of a house. */
export interface Deed {
  readonly activity: string;
  readonly target?: NobleId | number;
  readonly hireling?: string;
  readonly guests?: readonly NobleId[];
  readonly then?: Deed;
}

export interface Order extends Deed {
  readonly by: NobleId;
}

export interface Noble {
  readonly house: number;
  readonly role: Role;
  /** The following are known of one's own only, the king's retainer of all. */
  readonly prestige?: number;
  readonly limited_turn?: number | null;
  readonly forced?: (Deed & { readonly by: number }) | null;
  readonly retainer?: { readonly hireling: string; readonly since: number } | null;
  readonly veto_used?: boolean;
}

export interface Standing {
  readonly veto: readonly number[];
  readonly if_deposed: Place | "leave" | null;
  readonly education: readonly Place[];
}

export interface House {
  readonly vacancies: readonly { readonly role: Place; readonly returns?: number }[];
  readonly status?: Status;
  /** From here on one's own only. */
  readonly crowns?: number;
  readonly enemy_since?: number | null;
  readonly specials_used?: readonly string[];
  readonly extra?: { readonly favour: boolean; readonly trade: boolean };
  readonly standing?: Standing;
  readonly sheet?: { readonly orders: readonly Order[]; readonly confirmed: readonly number[] } | null;
  readonly reports?: readonly Paper[];
}

/** An announcement or a report: its turn, its kind, and the fields of the kind. */
export type Paper = JsonObject & { readonly turn: number; readonly kind: string };

export interface Reading {
  readonly you: { readonly seat: number; readonly house: number; readonly partners: readonly number[] } | null;
  readonly turn: number;
  readonly phase: "orders" | "over";
  readonly max_turns: number;
  readonly turn_seconds: number;
  readonly characters: Readonly<Record<NobleId, Noble | null>>;
  readonly throne: {
    readonly king: NobleId | null;
    readonly house: number | null;
    readonly since: number | null;
    readonly reigns: number;
    readonly barred: readonly NobleId[];
  };
  readonly commands: readonly { readonly character: NobleId; readonly then: Deed }[];
  readonly houses: readonly House[];
  readonly announcements: readonly Paper[];
  readonly result: { readonly winners: readonly number[]; readonly cause: string } | null;
  /** The house of each seat, once the game is over. */
  readonly seats?: readonly number[];
}

/** The view comes from our own server, which has checked it: its shape is taken on trust. */
export function read(view: JsonObject): Reading {
  return view as unknown as Reading;
}

/** The house with whose eyes one sees; null for watchers. */
export function ownHouse(reading: Reading): House | null {
  return reading.you === null ? null : reading.houses[reading.you.house]!;
}

const RANK: readonly Role[] = ["king", ...PLACES];

/** The living nobles of a house, its king first, then in role order. */
export function noblesOf(reading: Reading, house: number): readonly (readonly [NobleId, Noble])[] {
  return Object.entries(reading.characters)
    .flatMap(([id, noble]) => (noble !== null && noble.house === house ? [[id, noble] as const] : []))
    .sort(([, one], [, other]) => RANK.indexOf(one.role) - RANK.indexOf(other.role));
}

export interface Seat {
  readonly role: Place;
  readonly id: NobleId | null;
  readonly noble: Noble | null;
  /** From which turn on somebody takes the empty place; null where it is not told. */
  readonly returns: number | null;
}

/** The four places of a house in role order, empty ones too; the king has none of them. */
export function places(reading: Reading, house: number): readonly Seat[] {
  const nobles = noblesOf(reading, house);
  return PLACES.map((role) => {
    const [id, noble] = nobles.find(([, one]) => one.role === role) ?? [null, null];
    const returns = reading.houses[house]!.vacancies.find((vacancy) => vacancy.role === role)?.returns ?? null;
    return { role, id, noble, returns };
  });
}

export function houseOf(id: NobleId): number {
  return Number(id.slice(1, id.indexOf("c")));
}

/** What a house's side is as far as it is known here. */
export function statusOf(reading: Reading, house: number): Status | null {
  return reading.houses[house]!.status ?? null;
}

/** The house's prestige, where all of it is known (H6). */
export function totalOf(reading: Reading, house: number): number {
  return noblesOf(reading, house).reduce((sum, [, { prestige }]) => sum + (prestige ?? 0), 0);
}

/**
 * The role that a noble had when the orders of a turn were given, as far as it can be known: that of the start, what the
 * chronicle tells of him, and else what he is now.
 */
export function roleAt(reading: Reading, id: NobleId, turn: number): Role | null {
  let role: Role | null = startRole(id);
  let hasChanged = false;
  for (const paper of reading.announcements) {
    if (paper.turn >= turn) break;
    const next = changeOf(paper, id);
    if (next === null) continue;
    hasChanged = true;
    role = next;
  }
  if (role === null && !hasChanged && !reading.announcements.some((paper) => changeOf(paper, id) !== null)) {
    role = reading.characters[id]?.role ?? null;
  }
  return role;
}

function startRole(id: NobleId): Role | null {
  return PLACES[Number(id.slice(id.indexOf("c") + 1)) - 1] ?? null;
}

function changeOf(paper: Paper, id: NobleId): Role | null {
  if (paper.kind === "coronation" && paper.king === id) return "king";
  if (paper.kind === "deposition" && paper.king === id) return paper.became as Role | null;
  return paper.kind === "new_role" && paper.character === id ? (paper.role as Role) : null;
}

/** Whether a value is a noble's id. */
export function isNoble(value: Json | undefined): value is NobleId {
  return typeof value === "string" && /^h\dc\d+$/.test(value);
}

/** The papers by turn, the newest turn first, each turn's in the order in which they came. */
export function byTurn(papers: readonly Paper[]): readonly (readonly [turn: number, papers: readonly Paper[]])[] {
  const turns = new Map<number, Paper[]>();
  for (const paper of papers) turns.set(paper.turn, [...(turns.get(paper.turn) ?? []), paper]);
  return [...turns].sort(([one], [other]) => other - one);
}

/** Houses and the seats that played them, once masks are off. */
export function seatsOf(reading: Reading, house: number): readonly number[] {
  return (reading.seats ?? []).flatMap((one, seat) => (one === house ? [seat] : []));
}

/** The houses by how the game ended: the winners, then by crowns, in house order where they are equal. */
export function standings(reading: Reading): readonly number[] {
  const won = (house: number) => Number(reading.result?.winners.includes(house) ?? false);
  return [...HOUSES].sort(
    (one, other) =>
      won(other) - won(one) || (reading.houses[other]!.crowns ?? 0) - (reading.houses[one]!.crowns ?? 0) || one - other,
  );
}
