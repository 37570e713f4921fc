/* Where everything of the board stands, in its own units: a tile is 100 wide. */

import { around, type Rect } from "../../../board/camera";
import { Hexes, type Point, type Side } from "../../../board/hexes";
import { CONTINENTS, PASSAGES, PLACE, PLACES, type Place, type RegionId } from "../tables";

export const HEXES = new Hexes(100, 0.88);
/** How thick a tile is to the eye. */
export const DEPTH = 15;
/** Neighbouring tiles leave a thin gap. */
export const TILE = 0.965;

/** The sea, let into the wooden board by a frame of this breadth. */
export const SEA: Rect = { x: -62, y: -78, width: 1834, height: 778 };
export const RIM = 24;
export const BOARD: Rect = {
  x: SEA.x - RIM,
  y: SEA.y - RIM,
  width: SEA.width + 2 * RIM,
  height: SEA.height + 2 * RIM,
};

const MIDDLES: ReadonlyMap<RegionId, Point> = new Map(PLACES.map((place) => [place.id, HEXES.middle(place)]));

export function middleOf(region: RegionId): Point {
  return MIDDLES.get(region)!;
}

/** From north to south: a nearer tile covers the side face of the one behind it. */
export const DRAWN: readonly Place[] = [...PLACES].sort((one, other) => one.r - other.r || one.q - other.q);

/** The rectangle around some regions, with a little of what is beside them. */
export function extentOf(regions: readonly RegionId[]): Rect {
  return around(regions.map(middleOf), 70, 70);
}

/** The edge on which the arrow of a sea passage stands (F100a). */
export const ARROW_SIDES: Readonly<Record<RegionId, Side>> = {
  alaska: "W",
  kamchatka: "E",
  greenland: "E",
  britain: "W",
  brazil: "E",
  west_africa: "W",
  iberia: "SW",
  north_africa: "NE",
  southeast_asia: "SE",
  philippines: "NW",
};

export interface Arrow extends Point {
  readonly region: RegionId;
  readonly port: RegionId;
  readonly side: Side;
  /** Which of the passages. */
  readonly passage: number;
}

/** 0.5 would be the very edge: the arrow stands in the water before it. */
const BEFORE_EDGE = 0.69;
export const ARROW_SIZE = 54;

export const ARROWS: readonly Arrow[] = PASSAGES.flatMap(([one, other], passage) =>
  [
    [one, other],
    [other, one],
  ].map(([region, port]) => {
    const side = ARROW_SIDES[region!]!;
    return { region: region!, port: port!, side, passage, ...HEXES.towards(PLACE.get(region!)!, side, BEFORE_EDGE) };
  }),
);

/** A route begins and ends on the tiles, beside their tokens: the arrows in the water would hide a short one. */
const ON_TILE = 0.3;

/** How far a route bends to the north, for its length: it looks sailed, not drawn with a ruler. */
const BEND = 0.12;

/** The way of a passage as pieces of a path: two for the one that leads over the rim of the map. */
export function route(passage: number): readonly string[] {
  const ends = ARROWS.filter((arrow) => arrow.passage === passage);
  const [from, to] = ends.map(({ region, side }) => HEXES.towards(PLACE.get(region)!, side, ON_TILE)) as [Point, Point];
  if (isOverRim(passage)) {
    const [west, east] = from.x < to.x ? [from, to] : [to, from];
    return [
      `M${west.x} ${west.y}L${BOARD.x} ${west.y}`,
      `M${BOARD.x + BOARD.width} ${east.y}L${east.x} ${east.y}`,
    ];
  }
  const bend = Math.hypot(to.x - from.x, to.y - from.y) * BEND;
  return [`M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${(from.y + to.y) / 2 - bend} ${to.x} ${to.y}`];
}

/** Whether the ports turn their backs on each other: the western one's arrow points west. */
export function isOverRim(passage: number): boolean {
  const [one, other] = ARROWS.filter((arrow) => arrow.passage === passage) as [Arrow, Arrow];
  return (one.x < other.x ? one : other).side === "W";
}

export const CONTINENT_OUTLINES: readonly (readonly Point[])[] = CONTINENTS.flatMap(({ regions }) =>
  HEXES.outline(regions.map((region) => PLACE.get(region)!)),
);

/** In the sea beside each continent: where its name can stand without covering a tile. */
export const CONTINENT_LABELS: Readonly<Record<string, Point>> = {
  asia: { x: 1440, y: -8 },
  africa: { x: 655, y: 610 },
  north_america: { x: 545, y: 128 },
  europe: { x: 950, y: -8 },
  south_america: { x: 120, y: 400 },
  oceania: { x: 1380, y: 560 },
};

/** Names of two words stand in two lines. */
export function lines(name: string): readonly string[] {
  const words = name.split(" ");
  return words.length < 2 ? [name] : [words.slice(0, -1).join(" "), words.at(-1)!];
}
