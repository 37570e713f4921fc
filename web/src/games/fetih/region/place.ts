/* Where on the map the window of a region stands. All lengths are pixels of the map. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A card beside the tile, a sheet from below, or one from the side for a phone that lies. */
export type Form = "card" | "sheet" | "side";
export type Side = "above" | "below" | "after" | "before";

const WIDE = 560;
const HIGH = 400;
const MARGIN = 8;

export function formOn(map: Size): Form {
  if (map.width < WIDE) return "sheet";
  return map.height < HIGH ? "side" : "card";
}

/** The room on each side of a tile, less what the card needs of it. */
function spare(spot: Spot, tile: number, card: Size, map: Size): Readonly<Record<Side, number>> {
  return {
    above: spot.y - tile - card.height,
    below: map.height - spot.y - tile - card.height,
    after: map.width - spot.x - tile - card.width,
    before: spot.x - tile - card.width,
  };
}

const SIDES: readonly Side[] = ["above", "after", "before", "below"];

/** The side on which a card leaves the tile free, if there is one, and hides the fewest of the other `seen` spots. */
export function sideFor(spot: Spot, tile: number, card: Size, map: Size, seen: readonly Spot[] = []): Side | null {
  const left = spare(spot, tile, card, map);
  const hidden = (side: Side) => {
    const at = corner(side, spot, tile, card, map);
    return seen.filter(({ x, y }) => x > at.x && x < at.x + card.width && y > at.y && y < at.y + card.height).length;
  };
  return SIDES.filter((side) => left[side] >= MARGIN).toSorted((one, other) => hidden(one) - hidden(other))[0] ?? null;
}

/** The upper left corner of a card on that side of a tile, or at the map's edge, so that all of it is on the map. */
export function corner(side: Side | null, spot: Spot, tile: number, card: Size, map: Size): Spot {
  const beside = { x: spot.x - card.width / 2, y: spot.y - card.height / 2 };
  const wanted = {
    above: { ...beside, y: spot.y - tile - card.height },
    below: { ...beside, y: spot.y + tile },
    after: { ...beside, x: spot.x + tile },
    before: { ...beside, x: spot.x - tile - card.width },
    edge: { x: map.width, y: MARGIN },
  }[side ?? "edge"];
  const clamp = (at: number, most: number) => Math.round(Math.max(MARGIN, Math.min(at, most - MARGIN)));
  return { x: clamp(wanted.x, map.width - card.width), y: clamp(wanted.y, map.height - card.height) };
}
