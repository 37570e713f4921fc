import { describe, expect, test } from "vitest";
import { around, between, bringing, held, onFrame, resized, showing, zoomed } from "../src/board/camera";
import { FrameWatch } from "../src/board/frame_watch";
import { beside, closed, Hexes, SIDES } from "../src/board/hexes";
import { directionOf, nextStop } from "../src/board/stepping";

const HEXES = new Hexes(100, 0.9);
const BOARD = { x: -10, y: -20, width: 400, height: 200 };
const FRAME = { width: 800, height: 300 };

describe("hexagons", () => {
  test("a step to the right is a width, a row down is half a width aside", () => {
    expect(HEXES.middle({ q: 3, r: 0 })).toEqual({ x: 300, y: 0 });
    expect(HEXES.middle({ q: 3, r: 1 })).toEqual({ x: 350, y: HEXES.row });
  });

  test("neighbours share two corners on the side between them", () => {
    for (const side of SIDES) {
      const key = ({ x, y }: { x: number; y: number }, cell: { q: number; r: number }) =>
        `${Math.round(x + HEXES.middle(cell).x)} ${Math.round(y + HEXES.middle(cell).y)}`;
      const here = { q: 2, r: 2 };
      const there = beside(here, side);
      const own = new Set(HEXES.corners().map((corner) => key(corner, here)));
      expect(HEXES.corners().filter((corner) => own.has(key(corner, there)))).toHaveLength(2);
    }
  });

  test("half of the way to a neighbour is the edge", () => {
    expect(HEXES.towards({ q: 0, r: 0 }, "E", 0.5)).toEqual({ x: 50, y: 0 });
  });

  test("angles go clockwise from the east", () => {
    expect(SIDES.map((side) => Math.sign(HEXES.angle(side)))).toEqual([0, 1, 1, 1, -1, -1]);
    expect(HEXES.angle("W")).toBe(180);
  });

  test("the border of one cell is its corners, of two it leaves out what is between them", () => {
    expect(HEXES.outline([{ q: 0, r: 0 }]).map((loop) => loop.length)).toEqual([6]);
    expect(HEXES.outline([{ q: 0, r: 0 }, { q: 1, r: 0 }]).map((loop) => loop.length)).toEqual([10]);
  });

  test("a ring of cells has a border outside and one inside", () => {
    const ring = SIDES.map((side) => beside({ q: 0, r: 0 }, side));
    expect(HEXES.outline(ring).map((loop) => loop.length).sort()).toEqual([18, 6]);
  });

  test("a path leads through all corners and back", () => {
    expect(closed([{ x: 0, y: 1.005 }, { x: 2.5, y: 3 }])).toBe("M0 1L2.5 3Z");
  });
});

describe("what is in sight", () => {
  test("a part of the board is shown in the middle, as large as it goes", () => {
    const camera = showing(BOARD, FRAME);
    expect(camera.scale).toBe(1.5);
    expect(onFrame(camera, { x: 190, y: 80 })).toEqual({ x: 400, y: 150 });
    expect(showing(BOARD, FRAME, 1).scale).toBe(1);
  });

  test("zooming keeps the place under the pointer", () => {
    const before = showing(BOARD, FRAME);
    const about = { x: 123, y: 45 };
    const after = zoomed(before, 1.7, about, { least: 0.1, most: 9 });
    const place = { x: (about.x - before.x) / before.scale, y: (about.y - before.y) / before.scale };
    expect(onFrame(after, place).x).toBeCloseTo(about.x);
    expect(onFrame(after, place).y).toBeCloseTo(about.y);
  });

  test.each([
    [0.01, 1],
    [99, 4],
  ])("a zoom by %d ends at the limit", (factor, scale) => {
    const camera = { x: 0, y: 0, scale: 2 };
    expect(zoomed(camera, factor, { x: 9, y: 9 }, { least: 1, most: 4 }).scale).toBe(scale);
  });

  test("along an axis on which the board fits it stays within the frame", () => {
    const far = held({ x: 5000, y: -5000, scale: 1 }, BOARD, FRAME);
    expect(onFrame(far, { x: 390, y: -20 })).toEqual({ x: 800, y: 0 });
  });

  test("a larger board keeps the middle of the frame on it", () => {
    const camera = held({ x: 9999, y: -9999, scale: 4 }, BOARD, FRAME);
    expect(onFrame(camera, BOARD).x).toBe(400);
    expect(onFrame(camera, { x: 0, y: BOARD.y + BOARD.height }).y).toBe(150);
  });

  test("what is in sight is not moved for being brought into sight", () => {
    const camera = showing(BOARD, FRAME);
    expect(bringing(camera, { x: 100, y: 50, width: 20, height: 20 }, FRAME)).toEqual(camera);
  });

  test("a part under what covers the frame is brought out, the shortest way", () => {
    const part = { x: 100, y: 150, width: 20, height: 20 };
    const camera = bringing(showing(BOARD, FRAME), part, FRAME, { bottom: 150 });
    expect(onFrame(camera, { x: 0, y: 170 }).y).toBe(150);
    expect(camera.x).toBe(showing(BOARD, FRAME).x);
  });

  test("a frame of another size keeps the middle", () => {
    const to = { width: 300, height: 800 };
    const before = showing(BOARD, FRAME);
    expect(onFrame(resized(before, FRAME, to), { x: 190, y: 80 })).toEqual({ x: 150, y: 400 });
  });

  test("half of the way between two views lies between them", () => {
    const from = { x: 0, y: 0, scale: 1 };
    expect(between(from, { x: 10, y: -10, scale: 1 }, 0.5)).toEqual({ x: 5, y: -5, scale: 1 });
    expect(between(from, { x: 10, y: 0, scale: 4 }, 0.5).scale).toBe(2);
    expect(between(from, { x: 10, y: 0, scale: 4 }, 1)).toEqual({ x: 10, y: 0, scale: 4 });
  });

  test("the rectangle around points", () => {
    expect(around([{ x: 1, y: 2 }, { x: 5, y: -2 }], 1, 2)).toEqual({ x: 0, y: -4, width: 6, height: 8 });
  });
});

describe("steps by arrow keys", () => {
  const stops = [
    { id: "middle", x: 0, y: 0 },
    { id: "east", x: 100, y: 0 },
    { id: "far east", x: 200, y: 0 },
    { id: "south", x: 50, y: 80 },
  ];

  test.each([
    ["right", "east"],
    ["down", "south"],
    ["left", undefined],
    ["up", undefined],
  ] as const)("%s of the middle is %s", (direction, id) => {
    expect(nextStop(stops, { x: 0, y: 0 }, direction)?.id).toBe(id);
  });

  test("only arrow keys have a direction", () => {
    expect(directionOf("ArrowLeft")).toBe("left");
    expect(directionOf("a")).toBeNull();
  });
});

describe("weak devices", () => {
  function weakAfter(frames: number, each: number): number | null {
    const watch = new FrameWatch();
    for (let nth = 0; nth < frames; nth++) if (watch.frame(nth * each) === "weak") return nth * each;
    return null;
  }

  test("frames over 40 ms for 3 seconds are too slow", () => {
    expect(weakAfter(200, 41)).toBe(41 * 74);
  });

  test("frames of 40 ms are not", () => {
    expect(weakAfter(1000, 40)).toBeNull();
  });

  test("who was fit for 3 seconds may be left in peace", () => {
    const watch = new FrameWatch();
    const verdicts = Array.from({ length: 200 }, (_, nth) => watch.frame(nth * 16));
    expect(verdicts.find((verdict) => verdict !== null)).toBe("fit");
  });

  test("2.9 seconds are not long enough", () => {
    expect(weakAfter(59, 50)).toBeNull();
  });

  test("a gap is a hidden tab and begins anew", () => {
    const watch = new FrameWatch();
    const times = [...Array.from({ length: 50 }, (_, nth) => nth * 50), ...Array.from({ length: 50 }, (_, nth) => 9000 + nth * 50)];
    expect(times.map((at) => watch.frame(at)).filter((verdict) => verdict !== null)).toEqual([]);
  });
});
