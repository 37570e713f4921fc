/* The one line that says what to do now. */

import type { Draft } from "./orders/draft";
import { isUngiven } from "./orders/draft";
import { ownHouse, type Reading } from "./reading";

export type Guide = "cut" | "over" | "watch" | "pick" | "write" | "change" | "confirm" | "wait_partners" | "wait";

export function guide(reading: Reading, draft: Draft, isConnected: boolean): Guide {
  if (reading.phase === "over") return "over";
  if (!isConnected) return "cut";
  if (reading.you === null) return "watch";
  if (draft.picking !== null) return "pick";
  const sheet = ownHouse(reading)?.sheet ?? null;
  if (sheet === null) return "write";
  if (isUngiven(draft)) return "change";
  if (!sheet.confirmed.includes(reading.you.seat)) return "confirm";
  return reading.you.partners.every((seat) => sheet.confirmed.includes(seat)) ? "wait" : "wait_partners";
}

/** Whether the line asks for something to be done. */
export function isAsking(line: Guide): boolean {
  return ["pick", "write", "change", "confirm"].includes(line);
}
