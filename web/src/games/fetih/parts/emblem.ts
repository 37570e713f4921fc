/* Whose a tile or a player card is: a colour and a pattern for each seat (F5), told apart in greyscale too. */

import { COLOURS, type Colour } from "../tables";

export interface Emblem {
  readonly colour: Colour;
  /** The seat's colour, and what the pattern is drawn with upon it. */
  readonly ground: string;
  readonly mark: string;
  /** For text upon the colour alone (AA). */
  readonly ink: string;
  /** The pattern repeats in a square of this side; its shapes are filled with the mark. */
  readonly side: number;
  readonly shapes: string;
}

const LOOKS: Readonly<Record<Colour, Omit<Emblem, "colour">>> = {
  blue: {
    ground: "#1f57bd",
    mark: "#b5d0ff",
    ink: "#ffffff",
    side: 10,
    shapes: "M-1 4L4 -1H8L-1 8ZM2 11L11 2V6L6 11Z",
  },
  purple: {
    ground: "#6b2d9e",
    mark: "#ecd2ff",
    ink: "#ffffff",
    side: 10,
    shapes: "M2.5 0.4a2.1 2.1 0 1 0 0.01 0ZM7.5 5.4a2.1 2.1 0 1 0 0.01 0Z",
  },
  turquoise: {
    ground: "#35c4ba",
    mark: "#06544f",
    ink: "#03302d",
    side: 10,
    shapes: "M0 1H10V3.6H0ZM0 6H10V8.6H0Z",
  },
  pink: {
    ground: "#ff9cc8",
    mark: "#9c1258",
    ink: "#4a0629",
    side: 15,
    shapes: "M0 0H7.5V7.5H0ZM7.5 7.5H15V15H7.5Z",
  },
  white: {
    ground: "#ffffff",
    mark: "#5a636e",
    ink: "#1d2b2b",
    side: 10,
    shapes: "M1.2 0H3.4V10H1.2ZM6.2 0H8.4V10H6.2Z",
  },
};

/** By seat number. */
export const EMBLEMS: readonly Emblem[] = COLOURS.map((colour) => ({ colour, ...LOOKS[colour] }));

/** The colour of what belongs to nobody, without a pattern. */
export const NEUTRAL = { ground: "#3b3f45", ink: "#ffffff" } as const;

export function groundOf(owner: number | null): string {
  return owner === null ? NEUTRAL.ground : EMBLEMS[owner]!.ground;
}

export function inkOf(owner: number | null): string {
  return owner === null ? NEUTRAL.ink : EMBLEMS[owner]!.ink;
}
