/* The crowns of the present rule, as everybody can count them from the chronicle (H57, H97). */

import type { Reading } from "./reading";
import { NUMBERS } from "./tables";

export interface Year {
  readonly turn: number;
  /** How many turns the house has ruled: 0 in the turn of the coronation. */
  readonly year: number;
  /** Whether a loyal house was shown favour: without it the ruling house earns nothing. */
  readonly isFavoured: boolean;
  readonly ruling: number;
  /** What each house earned that was loyal at the end of the turn. */
  readonly loyal: number;
}

/** Turn by turn since the coronation, the present turn left out; empty while nobody rules. */
export function yearsOfRule(reading: Reading): readonly Year[] {
  const { since } = reading.throne;
  if (since === null) return [];
  const last = reading.phase === "over" ? reading.turn : reading.turn - 1;
  return Array.from({ length: Math.max(0, last - since + 1) }, (_, year) => {
    const turn = since + year;
    const isFavoured = reading.announcements.some(
      (paper) => paper.turn === turn && paper.kind === "favour" && paper.accepted === true && year > 0,
    );
    return year === 0
      ? { turn, year, isFavoured, ruling: NUMBERS.coronation_crowns, loyal: loyalCrowns(0) }
      : { turn, year, isFavoured, ruling: isFavoured ? rulingCrowns(year) : 0, loyal: loyalCrowns(year) };
  });
}

/** What the ruling house earns in a favoured turn. */
export function rulingCrowns(year: number): number {
  return Math.max(0, Math.min(NUMBERS.ruling_crowns, year));
}

/** What a loyal house earns. */
export function loyalCrowns(year: number): number {
  return Math.max(0, Math.min(NUMBERS.loyal_crowns, year - 1));
}

/** What the ruling house has earned by this rule; what it brought from earlier ones only itself knows. */
export function crownsOfRule(reading: Reading): number {
  return yearsOfRule(reading).reduce((sum, { ruling }) => sum + ruling, 0);
}

/** The present turn's year of rule, null while nobody rules. */
export function yearNow(reading: Reading): number | null {
  return reading.throne.since === null ? null : reading.turn - reading.throne.since;
}
