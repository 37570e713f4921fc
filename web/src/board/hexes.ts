/* Pointy-top hexagons on a board that is seen from a little above: upright lengths look shorter. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cell {
  readonly q: number;
  readonly r: number;
}

/** Clockwise from the east. */
export const SIDES = ["E", "SE", "SW", "W", "NW", "NE"] as const;
export type Side = (typeof SIDES)[number];

const STEPS: Readonly<Record<Side, Cell>> = {
  E: { q: 1, r: 0 },
  SE: { q: 0, r: 1 },
  SW: { q: -1, r: 1 },
  W: { q: -1, r: 0 },
  NW: { q: 0, r: -1 },
  NE: { q: 1, r: -1 },
};

export function beside(cell: Cell, side: Side): Cell {
  return { q: cell.q + STEPS[side].q, r: cell.r + STEPS[side].r };
}

/**
 * Corners clockwise from the north, in half widths and quarter heights: whole numbers, by which a corner that
 * several cells share is known as the same one.
 */
const CORNERS: readonly Point[] = [
  { x: 0, y: -2 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: 0, y: 2 },
  { x: -1, y: 1 },
  { x: -1, y: -1 },
];

/** The corners between which a side runs, clockwise. */
const ENDS: Readonly<Record<Side, readonly [number, number]>> = {
  E: [1, 2],
  SE: [2, 3],
  SW: [3, 4],
  W: [4, 5],
  NW: [5, 0],
  NE: [0, 1],
};

export class Hexes {
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** From a row to the next. */
  readonly row: number;

  constructor(readonly width: number, squash: number) {
    this.halfWidth = width / 2;
    this.halfHeight = (width / Math.sqrt(3)) * squash;
    this.row = this.halfHeight * 1.5;
  }

  middle({ q, r }: Cell): Point {
    return { x: (q + r / 2) * this.width, y: r * this.row };
  }

  /** Around the origin, clockwise from the north. */
  corners(scale = 1): readonly Point[] {
    return CORNERS.map(({ x, y }) => ({ x: x * this.halfWidth * scale, y: (y / 2) * this.halfHeight * scale }));
  }

  /** From the middle of a cell towards its neighbour: 0.5 is on the edge between them. */
  towards(cell: Cell, side: Side, share: number): Point {
    const from = this.middle(cell);
    const to = this.middle(beside(cell, side));
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }

  /** In degrees clockwise from the east, as it looks on the board. */
  angle(side: Side): number {
    const { x, y } = this.middle(STEPS[side]);
    return (Math.atan2(y, x) * 180) / Math.PI;
  }

  /** The border of a set of cells: closed loops of corners. */
  outline(cells: readonly Cell[]): readonly (readonly Point[])[] {
    const inside = new Set(cells.map(keyOf));
    const next = new Map<string, Point>();
    for (const cell of cells) {
      for (const side of SIDES) {
        if (inside.has(keyOf(beside(cell, side)))) continue;
        const [from, to] = ENDS[side];
        next.set(placed(cornerOf(cell, from)), cornerOf(cell, to));
      }
    }
    const loops: Point[][] = [];
    while (next.size > 0) {
      const loop: Point[] = [];
      // Three cells meet at a corner, so a border never crosses itself: each corner has one way on.
      for (let key: string | undefined = next.keys().next().value; key !== undefined && next.has(key); ) {
        const corner = next.get(key)!;
        next.delete(key);
        loop.push({ x: corner.x * this.halfWidth, y: (corner.y / 2) * this.halfHeight });
        key = placed(corner);
      }
      loops.push(loop);
    }
    return loops;
  }
}

/** An SVG path through the points and back. */
export function closed(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function keyOf({ q, r }: Cell): string {
  return `${q} ${r}`;
}

function placed({ x, y }: Point): string {
  return `${x} ${y}`;
}

function cornerOf({ q, r }: Cell, corner: number): Point {
  return { x: 2 * q + r + CORNERS[corner]!.x, y: 3 * r + CORNERS[corner]!.y };
}
