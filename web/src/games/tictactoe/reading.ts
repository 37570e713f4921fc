/* The view of tic-tac-toe, read with care: it comes over the wire. */

import { isList, isObject, type Json, type JsonObject } from "../../json";
import type { Told } from "../../wire/messages";

export const SIDE = 3;

export interface Reading {
  readonly you: number | null;
  readonly first: number;
  readonly cells: readonly (number | null)[];
  readonly line: readonly number[] | null;
}

const aNumber = (value: Json | undefined): number | null => (typeof value === "number" ? value : null);

export function read(view: JsonObject): Reading {
  const cells = isList(view.cells) ? view.cells.map(aNumber) : [];
  const over = isObject(view.over) ? view.over : null;
  const line = over !== null && isList(over.line) ? over.line.filter((cell) => typeof cell === "number") : null;
  return { you: aNumber(view.you), first: aNumber(view.first) ?? 0, cells, line };
}

/** Crosses are the first seat's (X2). */
export function markOf(reading: Reading, seat: number): "x" | "o" {
  return seat === reading.first ? "x" : "o";
}

export const SIGNS = { x: "✕", o: "◯" } as const;

/** The cell of the mark placed last, as far as the story tells. */
export function lastCell(story: readonly Told[]): number | null {
  for (const { told } of [...story].reverse()) {
    const placed = told.findLast((event) => event.type === "MarkPlaced");
    if (placed !== undefined) return aNumber(placed.cell);
  }
  return null;
}

/** The cell that an arrow key leads to; at an edge one stays. */
export function neighbour(cell: number, key: string, isRightToLeft: boolean): number {
  const row = Math.floor(cell / SIDE);
  const column = cell % SIDE;
  const forward = isRightToLeft ? -1 : 1;
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -forward],
    ArrowRight: [0, forward],
  };
  const [down, along] = steps[key] ?? [0, 0];
  const inside = (place: number) => Math.min(SIDE - 1, Math.max(0, place));
  return inside(row + down) * SIDE + inside(column + along);
}
