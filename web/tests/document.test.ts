import { expect, test } from "vitest";
import { shown } from "../src/wire/document";
import { better, sample } from "../src/wire/server_clock";
import type { DeltaMessage, View, ViewMessage } from "../src/wire/messages";
import { answered, put, silent } from "../src/wire/outbox";
import { joined } from "../src/wire/story";

function view(number: number, more: Partial<View> = {}): View {
  return {
    number, seq: null, at: 1000 + number, head: "00", view: { cells: [] }, options: [], wait: null, result: null, players: null,
    ...more,
  };
}

function whole(number: number, former: number, types: string[]): ViewMessage {
  return { ...view(number), type: "view", former, told: types.map((type) => ({ type })) };
}

function delta(number: number, former: number, changes: DeltaMessage["changes"]): DeltaMessage {
  return { type: "delta", number, former, told: [{ type: "Moved" }], changes };
}

test("the first view is taken, and its past is a gap to be read from the log", () => {
  expect(shown(null, whole(5, 5, []))).toMatchObject({ view: { number: 5 }, gap: true });
});

test("a view that follows the held one leaves no gap, and keeps nothing of the message's envelope", () => {
  const next = shown(view(4), whole(5, 4, ["Moved"]));
  expect(next).toMatchObject({ told: { number: 5, told: [{ type: "Moved" }] }, gap: false });
  expect(next).not.toHaveProperty("view.former");
  expect(next).not.toHaveProperty("view.told");
});

test("a view that skips numbers is put in place of all before and leaves a gap", () => {
  expect(shown(view(4), whole(9, 9, []))).toMatchObject({ view: { number: 9 }, gap: true });
});

test("the same view again, after a resync, is no gap", () => {
  expect(shown(view(4), whole(4, 4, []))).toMatchObject({ gap: false });
});

test("an older view is ignored", () => {
  expect(shown(view(4), whole(3, 2, ["Moved"]))).toBeNull();
  expect(shown(view(4), delta(3, 2, []))).toBeNull();
});

test("a delta on the held view is applied", () => {
  const next = shown(view(4), delta(5, 4, [[["number"], 5], [["at"], 7], [["view", "cells", 0], 1]]));
  expect(next).toMatchObject({ view: { number: 5, view: { cells: [1] } }, told: { number: 5, at: 7 }, gap: false });
});

test.each<[string, View | null, DeltaMessage]>([
  ["on another view", view(3), delta(5, 4, [[["number"], 5]])],
  ["on none", null, delta(5, 4, [[["number"], 5]])],
  ["that does not fit", view(4), delta(5, 4, [[["nowhere", "x"], 5]])],
  ["that leads to another number", view(4), delta(5, 4, [[["number"], 6]])],
])("a delta %s asks for a whole view", (_what, held, message) => {
  expect(shown(held, message)).toBe("resync");
});

test("the story keeps each number once and in order", () => {
  const entry = (number: number, type = "E") => ({ number, at: number, told: [{ type }] });
  const story = joined([entry(3), entry(5)], [entry(4), entry(3, "again"), { number: 6, at: 6, told: [] }]);
  expect(story.map((told) => [told.number, told.told[0]?.type])).toEqual([[3, "E"], [4, "E"], [5, "E"]]);
});

test("an unanswered command stays, with its id, until it is answered", () => {
  const outbox = put([], { id: "a", seen: 1, command: { type: "go" }, since: 0 });
  expect(silent(outbox, "a")).toMatchObject([{ id: "a", seen: 1, silent: true }]);
  expect(answered(outbox, "b")).toEqual(outbox);
  expect(answered(outbox, "a")).toEqual([]);
});

test("the server's clock is taken from the quickest answer", () => {
  const slow = sample(0, 400, 5_250);
  const quick = sample(1_000, 1_020, 6_100);
  expect(slow).toEqual({ offset: 5_050, took: 400 });
  expect(better(slow, quick)).toEqual({ offset: 5_090, took: 20 });
  expect(better(quick, slow)).toBe(quick);
});

test("a clock that is set while one plays is noticed, however quick the answers were before", () => {
  const before = sample(1_000, 1_020, 6_100);
  const hour = 3_600_000;
  const forward = sample(hour + 2_000, hour + 2_300, 7_250);
  expect(better(before, forward)).toBe(forward);
  // Set back, or forward, between a question and its answer.
  const across = sample(hour + 3_000, 3_020, 8_110);
  expect(better(forward, across)).toBe(forward);
  const back = sample(4_000, 4_080, 9_130);
  expect(better(better(forward, sample(3_000, hour + 3_020, 8_110)), back)).toBe(back);
});
