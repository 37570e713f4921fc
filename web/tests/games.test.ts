import { describe, expect, test } from "vitest";
import { argumentsOf, grouped, withFields } from "../src/games/fallback/groups";
import { shapeOf } from "../src/games/fallback/shape";
import { lastCell, markOf, neighbour, read } from "../src/games/tictactoe/reading";
import { countdown } from "../src/room/countdown";
import { inviteIn, inviteTo } from "../src/room/invite";
import { isNewer } from "../src/app/version";

describe("the fallback table lays out", () => {
  test("a list of alike objects as a table", () => {
    expect(shapeOf([{ gold: 1, at: "a" }, { gold: 2, at: "b" }])).toMatchObject({
      kind: "table", keys: ["gold", "at"], names: ["0", "1"],
    });
  });

  test("alike objects under names as a table of those names", () => {
    const regions = { ural: { owner: 0 }, china: { owner: 1 }, japan: { owner: null } };
    expect(shapeOf(regions)).toMatchObject({ kind: "table", names: ["ural", "china", "japan"] });
  });

  test("objects that differ as a tree", () => {
    expect(shapeOf([{ a: 1, b: 2, c: 3 }, { d: 1, e: 1, f: 1 }]).kind).toBe("tree");
  });

  test("objects with deep parts as a tree", () => {
    expect(shapeOf([{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }]).kind).toBe("tree");
  });

  test("plain values as a row, rows of them as a grid", () => {
    expect(shapeOf([null, 0, 1]).kind).toBe("row");
    expect(shapeOf([[0, 1], [2, 3]]).kind).toBe("grid");
  });

  test("an empty list as an empty row", () => {
    expect(shapeOf([])).toEqual({ kind: "row", items: [] });
  });
});

test("options stand together by the type of their command, plain ones apart from templates", () => {
  const options = [
    { command: { type: "place", cell: 0 }, fields: {} },
    { command: { type: "offer", gold: 2 }, fields: { gold: { type: "integer" } } },
    { command: { type: "place", cell: 1 }, fields: {} },
  ];
  expect(grouped(options)).toEqual([
    { type: "place", plain: [options[0], options[2]], templates: [] },
    { type: "offer", plain: [], templates: [options[1]] },
  ]);
});

test("a filled template keeps its type and the fields that are not to be filled", () => {
  const command = { type: "offer", to: 1, gold: 2 };
  expect(withFields(command, { gold: 5, type: "other" })).toEqual({ type: "offer", to: 1, gold: 5 });
  expect(argumentsOf(command)).toEqual({ to: 1, gold: 2 });
});

describe("the tic-tac-toe board", () => {
  const view = { you: 1, first: 1, cells: [1, null, 0, null, null, null, null, null, null], turn: 1, over: null };

  test("gives crosses to the seat that began", () => {
    expect([0, 1].map((seat) => markOf(read(view), seat))).toEqual(["o", "x"]);
  });

  test("knows the winning line from the ending", () => {
    expect(read({ ...view, over: { reason: "line", winner: 1, line: [0, 4, 8] } }).line).toEqual([0, 4, 8]);
    expect(read({ ...view, over: { reason: "full", winner: null, line: null } }).line).toBeNull();
  });

  test("marks the cell placed last", () => {
    const entry = (number: number, ...told: { type: string; cell?: number }[]) => ({ number, at: 0, told });
    expect(lastCell([entry(1, { type: "GameStarted" })])).toBeNull();
    expect(lastCell([entry(1, { type: "MarkPlaced", cell: 4 }), entry(2, { type: "MarkPlaced", cell: 8 }, { type: "GameEnded" })])).toBe(8);
  });

  test.each([
    [4, "ArrowUp", false, 1],
    [4, "ArrowRight", false, 5],
    [4, "ArrowRight", true, 3],
    [5, "ArrowRight", false, 5],
    [6, "ArrowDown", false, 6],
    [4, "Enter", false, 4],
  ] as const)("from cell %i, %s (right to left: %s) leads to %i", (cell, key, isRightToLeft, to) => {
    expect(neighbour(cell, key, isRightToLeft)).toBe(to);
  });
});

test.each([
  [0, "0:00"],
  [1, "0:01"],
  [59_001, "1:00"],
  [61_000, "1:01"],
  [3_600_000, "1:00:00"],
  [-5, "0:00"],
])("%i ms left read %s", (left, shown) => {
  expect(countdown(left, "en")).toBe(shown);
});

test("time left is written with the language's digits", () => {
  expect(countdown(65_000, "fa")).toBe("۱:۰۵");
});

test("an invitation is a room's path and nothing else", () => {
  expect(inviteIn(inviteTo("ABCDEF"))).toBe("/room/ABCDEF");
  expect(inviteIn("look at /room/ABCDEF")).toBeNull();
  expect(inviteIn("/room/../api/me")).toBeNull();
});

test("the page is old when the server's index names another script", () => {
  const html = '<script type="module" crossorigin src="/assets/index-NEW.js"></script>';
  expect(isNewer(html, "/assets/index-OLD.js")).toBe(true);
  expect(isNewer(html, "/assets/index-NEW.js")).toBe(false);
  expect(isNewer("<p>down for a moment</p>", "/assets/index-OLD.js")).toBe(false);
});
