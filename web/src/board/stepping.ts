/* Arrow keys on a board: from a stop to the nearest one in that direction. */

import type { Point } from "./hexes";

export interface Stop<Id> extends Point {
  readonly id: Id;
}

export type Direction = "up" | "down" | "left" | "right";

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export function directionOf(key: string): Direction | null {
  return DIRECTIONS[key] ?? null;
}

/** What lies aside counts more than what lies ahead, */
const ASIDE = 1.7;
/** and no farther aside than this, for as far as it lies ahead: else it lies in another direction. */
const ASIDE_MOST = 1.2;

/** The nearest stop that lies ahead rather than aside; null where there is none. */
export function nextStop<Id>(stops: readonly Stop<Id>[], from: Point, direction: Direction): Stop<Id> | null {
  let best: Stop<Id> | null = null;
  let least = Infinity;
  for (const stop of stops) {
    const { ahead, aside } = seen(from, stop, direction);
    if (ahead <= 0 || aside > ahead * ASIDE_MOST) continue;
    const cost = ahead + aside * ASIDE;
    if (cost < least) [best, least] = [stop, cost];
  }
  return best;
}

function seen(from: Point, to: Point, direction: Direction): { ahead: number; aside: number } {
  const x = to.x - from.x;
  const y = to.y - from.y;
  switch (direction) {
    case "up":
      return { ahead: -y, aside: Math.abs(x) };
    case "down":
      return { ahead: y, aside: Math.abs(x) };
    case "left":
      return { ahead: -x, aside: Math.abs(y) };
    case "right":
      return { ahead: x, aside: Math.abs(y) };
  }
}
