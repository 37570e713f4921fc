/* With whose eyes a game may be watched again. */

import type { Room } from "../wire/messages";

/** A seat's eyes, or those of the spectators. */
export type Eyes = number | "public";

export interface Lent {
  readonly eyes: Eyes;
  /** Whether the edge lends them now: another seat's only after the end. */
  readonly isLent: boolean;
}

/** One's own: the seat's, or a spectator's. */
export function ownEyes(room: Room): Eyes {
  return room.seat ?? "public";
}

export function isLent(room: Room, eyes: Eyes): boolean {
  if (eyes === "public" || eyes === room.seat) return true;
  return room.status === "over" && room.seats.some(({ seat }) => seat === eyes);
}

export function allEyes(room: Room): readonly Lent[] {
  const every: readonly Eyes[] = ["public", ...room.seats.map(({ seat }) => seat)];
  return every.map((eyes) => ({ eyes, isLent: isLent(room, eyes) }));
}

/** The room as who looks with these eyes knows it. */
export function roomFor(room: Room, eyes: Eyes): Room {
  return { ...room, seat: eyes === "public" ? null : eyes };
}
