import { expect, test } from "vitest";
import { mainFirst } from "../src/app/games.svelte";
import { isAnswer } from "../src/app/cookies.svelte";
import { corners, face, TILES } from "../src/parts/hex_picture";
import { botsAgainst } from "../src/room/opening";
import type { Game } from "../src/wire/messages";

const game = (name: string, min: number, max: number): Game => ({
  name,
  seats: { min, max },
  setup: {},
  bots: ["standard"],
  listable: true,
});

test.each([
  [2, 5, 3],
  [2, 2, 1],
  [3, 3, 2],
  [1, 1, 0],
])("a game for %i to %i is played against %i bots", (min, max, bots) => {
  expect(botsAgainst(game("any", min, max))).toBe(bots);
});

test("the main game comes first, the others stay in their order", () => {
  const games = [game("tictactoe", 2, 2), game("fetih", 2, 5), game("sealed", 2, 4)];
  expect(mainFirst(games).map(({ name }) => name)).toEqual(["fetih", "tictactoe", "sealed"]);
  expect(mainFirst(games.slice(0, 1)).map(({ name }) => name)).toEqual(["tictactoe"]);
});

test.each([
  ["accepted", true],
  ["refused", true],
  ["", false],
  [null, false],
  ["yes", false],
])("%s is an answer about cookies: %s", (text, expected) => {
  expect(isAnswer(text)).toBe(expected);
});

test("no two tiles of the picture lie on the same place, and each has six corners", () => {
  expect(new Set(TILES.map((tile) => face(tile))).size).toBe(TILES.length);
  expect(corners(0, 0)).toHaveLength(6);
});
