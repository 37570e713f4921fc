/* What the houses and roles look like: a cloth, a mountain for each house (they are named after mountains), a mark for each role. */

import type { Role } from "../tables";

export interface Look {
  /** The banner's cloth; letters on it are light in both schemes. */
  readonly cloth: string;
  readonly dark: string;
  /** The mountain of its name, drawn on 24 by 24. */
  readonly sign: string;
}

export const LOOKS: readonly Look[] = [
  { cloth: "#8a2433", dark: "#5d1620", sign: "M2 19 7 9l3 5 3-7 4 8 2-3 3 7z" },
  { cloth: "#1f4f82", dark: "#133455", sign: "M2 20 12 5l10 15zM9.5 3.5a2.6 2.6 0 0 1 5 0" },
  { cloth: "#2d6240", dark: "#1b4029", sign: "M2 20 10 6l4 6 2-3 6 11zM8 20c1-3 5-3 4-7" },
  { cloth: "#70500f", dark: "#4a3407", sign: "M2 20 7.5 9l4.5 7 4.5-7L22 20zM12 3l.9 2 2.1.2-1.6 1.4.5 2.1L12 7.6l-1.9 1.1.5-2.1L9 5.2l2.1-.2z" },
  { cloth: "#5a357a", dark: "#3b2052", sign: "M3 20 9 9h6l6 11zM10 7c-2-3 2-3 1-5m3 5c2-2-1-3 1-5" },
];

/** Drawn on 24 by 24, in strokes. */
export const ROLE_SIGNS: Readonly<Record<Role, string>> = {
  king: "M3 18h18M4 15 3 7l5 4 4-7 4 7 5-4-1 8z",
  prince: "M12 3v4m-2-2h4M6 20h12M7 17l-1.5-6.5L9.5 13 12 9l2.5 4 4-2.5L17 17z",
  vizier: "M19 3c-7 1-11 6-12 13m0 0-2 5m2-5c5 0 9-3 10-8m-6 3h5",
  commander: "M5 3l11 11m-3 3 5-5m-1.5 3.5L20 20M19 3 8 14m3 3-5-5m1.5 3.5L4 20",
  treasurer: "M12 4c4 0 7 1.3 7 3s-3 3-7 3-7-1.3-7-3 3-3 7-3M5 7v5c0 1.7 3 3 7 3s7-1.3 7-3V7M5 12v5c0 1.7 3 3 7 3s7-1.3 7-3v-5",
};
