/* What of the board is shown, and where the keyboard's mark can stand. */

import { type Camera, type Limits, showing, type Size } from "../../../board/camera";
import type { Stop } from "../../../board/stepping";
import type { Reading } from "../reading";
import { PLACES, type RegionId } from "../tables";
import { ARROWS, BOARD, extentOf, HEXES, middleOf } from "./layout";

/** One press of + zooms by so much. */
export const STEP_ZOOM = 1.4;
/** Pixels of a tile's width: names can be read from here on, */
export const NAMES_FROM = 84;
/** ◎ does not go nearer than this, */
export const OWN_MOST = 96 / HEXES.width;
/** the whole board is shown at first unless its tiles would be smaller than this, */
const SMALL = 34;
/** one's own regions then have tiles of at most this, so that what lies around them is seen too, */
const OWN_FIRST = 64 / HEXES.width;
/** and nobody needs to come nearer than this. */
const NEAREST = 190;

export function limits(frame: Size): Limits {
  const least = whole(frame).scale;
  return { least, most: Math.max(NEAREST / HEXES.width, least) };
}

/** The buttons stand upright beside a board that leaves room at its sides (Controls.svelte). */
const BESIDE = 9 / 4;
const BUTTONS = 52;
const UPRIGHT_TOP = 6;

/** Upright the board lies at the top: what is told and asked stands below it. */
export function whole(frame: Size): Camera {
  const isBeside = frame.width / frame.height >= BESIDE;
  const camera = showing(BOARD, isBeside ? { width: frame.width - BUTTONS, height: frame.height } : frame);
  return frame.height > frame.width ? { ...camera, y: UPRIGHT_TOP - BOARD.y * camera.scale } : camera;
}

/** Whether that shows about all of the board. */
export function isWhole({ scale }: Camera, frame: Size): boolean {
  return scale < whole(frame).scale * 1.1;
}

/** Whether tiles are too small for fingers. */
export function isSmall({ scale }: Camera): boolean {
  return scale * HEXES.width < SMALL;
}

/** The whole board where there is room for it, and in the draft, where all of it matters; else one's own regions. */
export function first(reading: Reading, own: readonly RegionId[], frame: Size): Camera {
  const all = whole(frame);
  if (!isSmall(all) || reading.phase === "draft" || own.length === 0) return all;
  return showing(extentOf(own), frame, OWN_FIRST);
}

/** A region by its id, an arrow by that of its region and ">". */
export const STOPS: readonly Stop<string>[] = [
  ...PLACES.map(({ id }) => ({ id, ...middleOf(id) })),
  ...ARROWS.map(({ region, x, y }) => ({ id: `${region}>`, x, y })),
];

const STOP = new Map(STOPS.map((stop) => [stop.id, stop]));

export function stopOf(id: string): Stop<string> {
  return STOP.get(id)!;
}
