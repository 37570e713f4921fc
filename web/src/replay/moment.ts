/* A moment of a game: the number that a reader counts it by, in the address and beside other readers' numbers. */

import type { Told } from "../wire/messages";
import type { Eyes } from "./eyes";

export interface Moment {
  readonly number: number | null;
  readonly eyes: Eyes | null;
}

/** What an address asks for: `?at=120&seat=1`. What makes no sense is as if it were not there. */
export function momentOf(search: string): Moment {
  const asked = new URLSearchParams(search);
  const seat = asked.get("seat");
  return { number: whole(asked.get("at")), eyes: seat === "public" ? seat : whole(seat) };
}

export function searchOf(number: number, eyes: Eyes): string {
  return `?at=${number}&seat=${eyes}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The number that a reader had reached at a time. Each reader counts for itself; only the time is the same for all. */
export function numberAt(log: readonly Told[], at: number): number {
  return log.findLast((entry) => entry.at <= at)?.number ?? 1;
}

export function within(number: number, last: number): number {
  return Math.min(Math.max(1, Math.round(number)), Math.max(1, last));
}
