/* How long to wait before the next try to connect. */

const FIRST = 400;
const LONGEST = 15_000;

/**
 * Milliseconds before try `attempt` (from 0): doubling up to 15 s, and anywhere in the upper half of that,
 * so that a thousand pages do not come back in the same instant.
 */
export function delay(attempt: number, random: () => number): number {
  const whole = Math.min(LONGEST, FIRST * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * random());
}
