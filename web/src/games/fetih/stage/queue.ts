/*
 * Which act is on the table, and for how long (F100b). One after another, never longer than 3 seconds each; while
 * others wait, each is shortened, and what would lag behind too far is left out: the game never waits for a picture.
 */

import type { Act } from "./acts";

export interface Pace {
  /** Milliseconds on the table when nothing waits. */
  readonly whole: number;
  /** Milliseconds at least, while another waits. */
  readonly brief: number;
}

const PACES: Readonly<Record<Act["kind"], Pace>> = {
  dice: { whole: 2_800, brief: 1_300 },
  battle: { whole: 3_000, brief: 1_600 },
  news: { whole: 2_600, brief: 1_000 },
  yours: { whole: 1_500, brief: 900 },
};

/** What waits may take so long in all, at its briefest. */
export const LAG = 4_000;

export function pace({ kind }: Act): Pace {
  return PACES[kind];
}

/** What waits, after more has come: the order is kept; the lightest and among them the oldest are left out first. */
export function waitingAfter(waiting: readonly Act[], more: readonly Act[]): readonly Act[] {
  let kept = [...waiting, ...more];
  while (kept.length > 1 && lag(kept) > LAG) {
    const least = kept.reduce((lightest, act) => (act.weight < lightest.weight ? act : lightest));
    kept = kept.filter((act) => act !== least);
  }
  return kept;
}

export function lag(waiting: readonly Act[]): number {
  return waiting.reduce((sum, act) => sum + pace(act).brief, 0);
}

/** When the act shown since a moment has to go, by whether another waits. */
export function endOf(act: Act, since: number, isAwaited: boolean): number {
  return since + (isAwaited ? pace(act).brief : pace(act).whole);
}
