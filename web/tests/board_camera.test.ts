import { expect, test } from "vitest";
import { bringing, held } from "../src/board/camera";

const BOARD = { x: 0, y: 0, width: 200, height: 100 };
const FRAME = { width: 300, height: 200 };
const at = (x: number, y: number, scale = 1) => ({ x, y, scale });

test("a board that fits stays within the frame", () => {
  expect(held(at(-40, 150), BOARD, FRAME)).toEqual(at(0, 100));
});

test("of a board that does not fit the middle of the frame stays on it", () => {
  expect(held(at(500, -500, 4), BOARD, FRAME)).toEqual(at(150, -300, 4));
});

test("what fits may be brought out from under what covers the frame's end, and need not leave it", () => {
  const padding = { bottom: 150 };
  const tile = { x: 90, y: 90, width: 10, height: 10 };
  const brought = bringing(at(0, 80), tile, FRAME, padding);
  expect(brought).toEqual(at(0, -50));
  expect(held(brought, BOARD, FRAME, padding)).toEqual(brought);
  expect(held(at(0, 80), BOARD, FRAME, padding)).toEqual(at(0, 80));
});
