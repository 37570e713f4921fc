/* A die: where its pips are, and how it has to lie to show a face. */

export type Face = 1 | 2 | 3 | 4 | 5 | 6;

export const FACES: readonly Face[] = [1, 2, 3, 4, 5, 6];

/** The cells of a 3×3 grid that bear a pip, row by row from 0. */
export const PIPS: Readonly<Record<Face, readonly number[]>> = {
  1: [4],
  2: [2, 6],
  3: [2, 4, 6],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** Degrees of turning about the level axis (x) and the upright one (y). */
export interface Turn {
  readonly x: number;
  readonly y: number;
}

/** How each face sits on the cube; opposite ones make 7. */
export const SEATED: Readonly<Record<Face, Turn>> = {
  1: { x: 0, y: 0 },
  2: { x: 90, y: 0 },
  3: { x: 0, y: 90 },
  4: { x: 0, y: -90 },
  5: { x: -90, y: 0 },
  6: { x: 0, y: 180 },
};

/** How to turn the whole cube so that the face looks at the table's people. */
export function turnTo(face: Face): Turn {
  const { x, y } = SEATED[face];
  return { x: -x, y: -y };
}

export function isFace(value: unknown): value is Face {
  return FACES.includes(value as Face);
}
