import { describe, expect, test } from "vitest";
import { beside } from "../src/board/hexes";
import { type Direction, nextStop } from "../src/board/stepping";
import { EMBLEMS, groundOf, inkOf } from "../src/games/fetih/parts/emblem";
import {
  ARROW_SIDES,
  ARROW_SIZE,
  ARROWS,
  BOARD,
  CONTINENT_LABELS,
  CONTINENT_OUTLINES,
  DRAWN,
  extentOf,
  HEXES,
  isOverRim,
  lines,
  middleOf,
  route,
  SEA,
} from "../src/games/fetih/map/layout";
import { first, isSmall, isWhole, limits, STOPS, stopOf, whole } from "../src/games/fetih/map/viewing";
import type { Reading } from "../src/games/fetih/reading";
import { CONTINENTS, PASSAGES, PLACE, PLACES } from "../src/games/fetih/tables";

const PHASES = { draft: { phase: "draft" } as Reading, play: { phase: "play" } as Reading };
const DESKTOP = { width: 804, height: 498 };
const PHONE = { width: 360, height: 430 };

describe("arrows of the sea passages", () => {
  test("stand at both ends of each passage and nowhere else", () => {
    expect(Object.keys(ARROW_SIDES).sort()).toEqual(PASSAGES.flat().sort());
    expect(ARROWS.map(({ region, port }) => [region, port])).toContainEqual(["iberia", "north_africa"]);
    expect(ARROWS.map(({ region, port }) => [region, port])).toContainEqual(["north_africa", "iberia"]);
  });

  test.each(Object.entries(ARROW_SIDES))("%s has no tile in the %s", (region, side) => {
    const { q, r } = beside(PLACE.get(region)!, side);
    expect(PLACES.filter((place) => place.q === q && place.r === r)).toEqual([]);
  });

  test("lie within the sea, and on no other arrow", () => {
    for (const { x, y } of ARROWS) {
      expect(x - ARROW_SIZE / 2).toBeGreaterThanOrEqual(SEA.x);
      expect(x + ARROW_SIZE / 2).toBeLessThanOrEqual(SEA.x + SEA.width);
      const near = ARROWS.filter((other) => Math.hypot(other.x - x, other.y - y) < ARROW_SIZE);
      expect(near).toHaveLength(1);
    }
  });

  test("only Alaska and Kamchatka meet over the rim, in two pieces", () => {
    expect(PASSAGES.filter((_, passage) => isOverRim(passage))).toEqual([["alaska", "kamchatka"]]);
    expect(PASSAGES.map((_, passage) => route(passage).length)).toEqual([2, 1, 1, 1, 1]);
    expect(route(0)[0]).toContain(`L${BOARD.x} `);
    expect(route(0)[1]).toContain(`M${BOARD.x + BOARD.width} `);
  });
});

describe("the picture of the board", () => {
  test("all tiles lie in the sea", () => {
    for (const { id } of PLACES) {
      const { x, y } = middleOf(id);
      expect(x - HEXES.halfWidth).toBeGreaterThan(SEA.x);
      expect(x + HEXES.halfWidth).toBeLessThan(SEA.x + SEA.width);
      expect(y - HEXES.halfHeight).toBeGreaterThan(SEA.y);
      expect(y + HEXES.halfHeight).toBeLessThan(SEA.y + SEA.height);
    }
  });

  test("is drawn from north to south", () => {
    expect(DRAWN).toHaveLength(50);
    expect(DRAWN.map(({ r }) => r)).toEqual(DRAWN.map(({ r }) => r).sort());
  });

  test("every continent has one closed border and a name beside it", () => {
    expect(CONTINENT_OUTLINES).toHaveLength(CONTINENTS.length);
    expect(Object.keys(CONTINENT_LABELS).sort()).toEqual(CONTINENTS.map(({ id }) => id).sort());
  });

  test("a border runs along the sea and along other continents, not within one", () => {
    const sides = CONTINENTS.map(({ regions }) => {
      const inside = regions.flatMap((region) =>
        PLACE.get(region)!.neighbours.filter((next) => regions.includes(next)),
      );
      return regions.length * 6 - inside.length;
    });
    expect(CONTINENT_OUTLINES.map((loop) => loop.length)).toEqual(sides);
  });

  test("names of two words stand in two lines", () => {
    expect(lines("Doğu Avustralya")).toEqual(["Doğu", "Avustralya"]);
    expect(lines("İskandinavya")).toEqual(["İskandinavya"]);
  });
});

describe("what is shown first", () => {
  const OWN = ["india", "china"];

  test("the whole board where its tiles are large enough, and in the draft", () => {
    const whole = first(PHASES.play, [], DESKTOP);
    expect(first(PHASES.play, OWN, DESKTOP)).toEqual(whole);
    expect(whole.scale).toBe(limits(DESKTOP).least);
    expect(first(PHASES.draft, OWN, PHONE).scale).toBe(limits(PHONE).least);
  });

  test("one's own regions on a phone, with tiles of 40 pixels and more", () => {
    const camera = first(PHASES.play, OWN, PHONE);
    const { x, y, width, height } = extentOf(OWN);
    expect(camera.scale * HEXES.width).toBeGreaterThanOrEqual(40);
    expect(camera.x + x * camera.scale).toBeGreaterThanOrEqual(0);
    expect(camera.x + (x + width) * camera.scale).toBeLessThanOrEqual(PHONE.width);
    expect(camera.y + (y + height) * camera.scale).toBeLessThanOrEqual(PHONE.height);
  });

  test("upright the board lies at the top, else in the middle", () => {
    const top = (frame: typeof PHONE) => whole(frame).y + BOARD.y * whole(frame).scale;
    expect(top(PHONE)).toBeCloseTo(6);
    expect(top(DESKTOP)).toBeCloseTo((DESKTOP.height - BOARD.height * whole(DESKTOP).scale) / 2);
  });

  test("tiles are small on a phone that shows all of them", () => {
    expect(isSmall(whole(PHONE))).toBe(true);
    expect(isSmall(first(PHASES.play, OWN, PHONE))).toBe(false);
    expect(isSmall(whole(DESKTOP))).toBe(false);
    expect(isWhole(whole(PHONE), PHONE)).toBe(true);
    expect(isWhole(first(PHASES.play, OWN, PHONE), PHONE)).toBe(false);
  });

  test("tiles can be zoomed to 40 pixels and arrows too on every screen", () => {
    for (const frame of [DESKTOP, PHONE, { width: 640, height: 200 }]) {
      expect(limits(frame).most * HEXES.halfWidth * 2).toBeGreaterThan(40);
      expect(limits(frame).most * ARROW_SIZE).toBeGreaterThan(40);
    }
  });
});

describe("the keyboard's mark", () => {
  const WAYS: readonly Direction[] = ["up", "down", "left", "right"];

  test("steps to the neighbour in that direction", () => {
    expect(nextStop(STOPS, stopOf("germany"), "left")!.id).toBe("france");
    expect(nextStop(STOPS, stopOf("germany"), "right")!.id).toBe("russia");
    expect(nextStop(STOPS, stopOf("mexico"), "down")!.id).toBe("central_america");
  });

  test("steps to a sea passage where there is no tile, and on to its port", () => {
    expect(nextStop(STOPS, stopOf("greenland"), "right")!.id).toBe("greenland>");
    expect(nextStop(STOPS, stopOf("alaska"), "left")!.id).toBe("alaska>");
    expect(nextStop(STOPS, stopOf("brazil>"), "right")!.id).toBe("west_africa>");
    expect(nextStop(STOPS, stopOf("west_africa>"), "right")!.id).toBe("west_africa");
  });

  test("reaches every region and every passage", () => {
    const reached = new Set([STOPS[0]!.id]);
    for (const id of reached) {
      for (const way of WAYS) {
        const next = nextStop(STOPS, stopOf(id), way);
        if (next !== null) reached.add(next.id);
      }
    }
    expect(STOPS.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
  });
});

describe("badges of the seats", () => {
  /** Relative luminance (WCAG): what is left of a colour in greyscale. */
  function luminance(colour: string): number {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: string, other: string): number {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
    return (light + 0.05) / (dark + 0.05);
  }

  test("each pattern is its own, and can be seen on its colour without colours", () => {
    expect(new Set(EMBLEMS.map(({ shapes }) => shapes)).size).toBe(5);
    for (const { ground, mark } of EMBLEMS) expect(contrast(ground, mark)).toBeGreaterThan(3);
  });

  test.each([null, 0, 1, 2, 3, 4])("numbers can be read on the coin of %s", (owner) => {
    expect(contrast(groundOf(owner), inkOf(owner))).toBeGreaterThan(4.5);
  });
});
