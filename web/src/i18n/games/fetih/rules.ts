/* What the rules and the strategy guide are made of. They are long and seldom read, so they are no part of the catalogue:
   they come to the browser when somebody opens them. Their numbers are slots, filled from the tables of the game. */

export const CHAPTERS = [
  "goal",
  "map",
  "start",
  "turn",
  "production",
  "buildings",
  "soldiers",
  "battle",
  "conquest",
  "shipment",
  "trade",
  "alliance",
  "leaving",
  "away",
  "board",
] as const;
export type ChapterId = (typeof CHAPTERS)[number];

export const ADVICE = ["choose", "begin", "hand", "attack", "hold", "age", "continents", "others"] as const;
export type AdviceId = (typeof ADVICE)[number];

export interface Rule {
  /** What it is about, in a word or two. */
  readonly about: string;
  readonly text: string;
}

export interface Chapter {
  readonly title: string;
  readonly rules: readonly Rule[];
}

export interface Book {
  readonly rules: Readonly<Record<ChapterId, Chapter>>;
  readonly guide: {
    readonly lead: string;
    readonly advice: Readonly<Record<AdviceId, Rule>>;
    /** Where what it says comes from. */
    readonly source: string;
  };
}
