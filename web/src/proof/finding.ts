/* What a check of a game comes to. The codes are those of `divan verify`, and one of the page's own: `told`. */

import type { Header } from "./game_file";

export type Check =
  | "form"
  | "order"
  | "chain"
  | "begin"
  | "commitment"
  | "seed"
  | "draw"
  | "head"
  | "end"
  | "header"
  | "told";

/** What does not hold, and the entry where it is noticed first; null: it is the file as a whole. */
export class Fault extends Error {
  constructor(
    readonly check: Check,
    readonly entry: number | null,
  ) {
    super(entry === null ? check : `${check} at entry ${entry}`);
  }
}

export interface Finding {
  /** Null where the file does not even begin with one. */
  readonly header: Header | null;
  readonly fault: Fault | null;
  /** How many entries follow from each other. */
  readonly entries: number;
  /** How many draws were made again from the seeds, and came out as they stand in the log. */
  readonly draws: number;
  /** Draws that could not be made again. */
  readonly undrawn: number;
  /** Whether the secret is revealed; without it no draw can be made again. */
  readonly isComplete: boolean;
  /** Whether the game began from a given position: how that came about does not stand in this log. */
  readonly isFork: boolean;
  readonly recalled: Recalled;
}

/** What of this browser's own memory the log was held against. */
export interface Recalled {
  readonly heads: number;
  readonly told: number;
  /** The seat for which this browser gave its seed. */
  readonly seat: number | null;
  /** Whether that seed took part: it counts for nothing where it came too late. */
  readonly isSeedUsed: boolean;
}

export const NOTHING: Recalled = { heads: 0, told: 0, seat: null, isSeedUsed: false };
