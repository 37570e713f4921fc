/* The picture on the front page: a few thick tiles of a world, seen slightly from above. */

export type Terrain = "wood" | "stone" | "food" | "gold" | "sea";

export interface Tile {
  readonly terrain: Terrain;
  /** The middle of its upper face. */
  readonly x: number;
  readonly y: number;
  readonly number: number | null;
  /** Whose soldiers stand on it, and how many. */
  readonly coin: { readonly seat: number; readonly count: number } | null;
  readonly hasVillage: boolean;
}

const RADIUS = 30;
/** How much lower things look than they are: the board is seen from an angle. */
export const TILT = 0.82;
export const THICK = 9;

type Given = readonly [q: number, r: number, terrain: Terrain, number?: number, seat?: number, count?: number, village?: true];

const WORLD: readonly Given[] = [
  [1, 0, "sea"],
  [2, 0, "wood", 9],
  [3, 0, "stone", 5, 1, 3],
  [0, 1, "sea"],
  [1, 1, "food", 8, 0, 6],
  [2, 1, "gold", 4, 0, 2, true],
  [3, 1, "wood", 10, 1, 4],
  [-1, 2, "sea"],
  [0, 2, "wood", 6, 0, 3, true],
  [1, 2, "stone", 11],
  [2, 2, "food", 3, 2, 5],
  [3, 2, "sea"],
  [-1, 3, "sea"],
  [0, 3, "gold", 12],
  [1, 3, "wood", 8, 2, 2, true],
  [2, 3, "sea"],
  [-1, 4, "sea"],
  [0, 4, "food", 5, 2, 4],
  [1, 4, "sea"],
];

export const TILES: readonly Tile[] = WORLD.map(([q, r, terrain, number, seat, count, village]) => ({
  terrain,
  x: RADIUS * Math.sqrt(3) * (q + r / 2),
  y: RADIUS * 1.5 * r * TILT,
  number: number ?? null,
  coin: seat === undefined ? null : { seat, count: count! },
  hasVillage: village ?? false,
}));

/** The corners of a face about a middle, from the top on and clockwise. */
export function corners(x: number, y: number, radius = RADIUS - 1): readonly (readonly [number, number])[] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner - Math.PI / 2;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle) * TILT] as const;
  });
}

const written = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export function face(tile: Tile, radius?: number): string {
  return written(corners(tile.x, tile.y, radius));
}

/** The side that one sees: from the right corner along the lower edge to the left one, and back below. */
export function side(tile: Tile): string {
  const lower = corners(tile.x, tile.y).slice(1, 5);
  return written([...lower, ...[...lower].reverse().map(([x, y]) => [x, y + THICK] as const)]);
}
