import { expect, test } from "vitest";
import { changed, Mismatch } from "../src/wire/delta";
import type { Change } from "../src/wire/messages";

const view = { number: 3, view: { cells: [null, 0, null], names: { a: 1 } }, options: [{ n: 1 }, { n: 2 }] };

test.each<[string, Change[], object]>([
  ["a value is set at a path", [[["view", "cells", 0], 1]], { ...view, view: { ...view.view, cells: [1, 0, null] } }],
  ["a key is added", [[["result"], { won: 1 }]], { ...view, result: { won: 1 } }],
  ["null is a value like others", [[["view", "names"], null]], { ...view, view: { ...view.view, names: null } }],
  ["an index equal to the length appends", [[["options", 2], { n: 3 }]], { ...view, options: [{ n: 1 }, { n: 2 }, { n: 3 }] }],
  ["a key is removed", [[["view", "names", "a"]]], { ...view, view: { ...view.view, names: {} } }],
  ["an index is removed with all after it", [[["options", 0]]], { ...view, options: [] }],
  [
    "changes are made in order",
    [[["options", 1]], [["options", 1], { n: 9 }], [["number"], 4]],
    { ...view, number: 4, options: [{ n: 1 }, { n: 9 }] },
  ],
])("%s", (_rule, changes, after) => {
  expect(changed(view, changes)).toEqual(after);
});

test("the former document stays as it was", () => {
  const before = structuredClone(view);
  changed(view, [[["view", "cells", 0], 1], [["options", 0]]]);
  expect(view).toEqual(before);
});

test("what did not change is the same object, so that nothing is drawn anew without need", () => {
  expect(changed(view, [[["number"], 4]]).view).toBe(view.view);
});

test.each<[string, Change]>([
  ["beyond a list's end", [["options", 5], 1]],
  ["through a value", [["number", "x"], 1]],
  ["through what is not there", [["nowhere", "x"], 1]],
  ["a name in a list", [["options", "first"], 1]],
  ["an index in an object", [["view", 0], 1]],
  ["an empty path", [[], 1]],
])("a change %s does not fit", (_what, change) => {
  expect(() => changed(view, [change])).toThrow(Mismatch);
});
