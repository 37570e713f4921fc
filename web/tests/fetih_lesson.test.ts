import { expect, test } from "vitest";
import { CARDS, step } from "../src/games/fetih/help/lesson";

test("the tutorial has four cards, one after another, and ends after the last", () => {
  expect(CARDS).toHaveLength(4);
  expect(CARDS.map((card) => step(card, 1))).toEqual([...CARDS.slice(1), null]);
});

test("before the first card there is none", () => {
  expect(CARDS.map((card) => step(card, -1))).toEqual(["goal", "goal", "roll", "build"]);
});
