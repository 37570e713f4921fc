/* The tables of Game of Houses: the very files that the rules read, and what follows from them. */

import activities from "../../../../libs/games/houses/data/activities.json";
import hirelings from "../../../../libs/games/houses/data/hirelings.json";
import numbers from "../../../../libs/games/houses/data/numbers.json";

export const HOUSES = [0, 1, 2, 3, 4] as const;
/** In role order (H4). */
export const PLACES = ["prince", "vizier", "commander", "treasurer"] as const;
export type Place = (typeof PLACES)[number];
export type Role = Place | "king";

export type Kind = "unlimited" | "limited" | "special" | "trait" | "free";
export type TargetKind = "other_house" | "foreign_noble" | "other_noble" | "noble" | "hireling";

export interface Activity {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly needs: number;
  readonly kind: Kind;
  readonly step: number;
  readonly target: TargetKind | null;
  readonly target_optional: boolean;
  readonly fields: readonly string[];
}

export interface Hireling {
  readonly name: string;
  readonly step: number;
  readonly target: TargetKind;
}

export const ACTIVITIES = activities as unknown as readonly Activity[];
export const ACTIVITY: ReadonlyMap<string, Activity> = new Map(ACTIVITIES.map((one) => [one.name, one]));
export const HIRELINGS = hirelings as unknown as readonly Hireling[];
export const HIRELING: ReadonlyMap<string, Hireling> = new Map(HIRELINGS.map((one) => [one.name, one]));
export const NUMBERS = numbers;

/** Ordinary activities are those of which a noble has one a turn (H11). */
export function isOrdinary(activity: string): boolean {
  const kind = ACTIVITY.get(activity)?.kind;
  return kind === "unlimited" || kind === "limited";
}

export function isLimited(activity: string): boolean {
  return ACTIVITY.get(activity)?.kind === "limited";
}

export function activitiesOf(role: Role): readonly Activity[] {
  return ACTIVITIES.filter(({ roles }) => roles.includes(role));
}

export interface Trait {
  readonly name: string;
  readonly needs: number;
}

/** What works by itself, with the prestige that it needs (the traits in the table of H14 that are not ordered). */
export const TRAITS: Readonly<Record<Role, readonly Trait[]>> = {
  king: [{ name: "divine_right", needs: NUMBERS.divine_right }],
  prince: [
    { name: "court_education", needs: NUMBERS.court_education },
    { name: "authority", needs: NUMBERS.authority },
  ],
  vizier: [
    { name: "counter", needs: NUMBERS.counter },
    { name: "veto", needs: NUMBERS.veto },
  ],
  commander: [
    { name: "champion", needs: NUMBERS.champion },
    { name: "ambush", needs: NUMBERS.ambush },
  ],
  treasurer: [
    { name: "tribute", needs: NUMBERS.tribute },
    { name: "monopoly", needs: NUMBERS.monopoly },
  ],
};

/** The fifteen steps in which a turn is carried out. */
export const STEPS = Array.from({ length: 15 }, (_, step) => step + 1);
