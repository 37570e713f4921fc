/* Why an activity cannot be ordered now, as far as the tables and the view tell: it is shown, the server decides. */

import { type Noble, type NobleId, ownHouse, type Order, type Reading } from "../reading";
import { type Activity, isLimited, isOrdinary, NUMBERS } from "../tables";
import { slots } from "./slots";

export type Lock =
  | { readonly why: "prestige"; readonly needs: number }
  | { readonly why: "wait"; readonly turn: number }
  | { readonly why: "limited" | "used" | "no_king" | "ruling" | "not_enemy" | "no_retainer" | "bribed" | "no_slot" };

const SEIZURES: ReadonlySet<string> = new Set(["dismiss", "coup", "claim"]);

/** Null where nothing stands in its way. The first reason that H27 names comes first. */
export function lockOf(reading: Reading, by: NobleId, activity: Activity, orders: readonly Order[]): Lock | null {
  const noble = reading.characters[by];
  const house = ownHouse(reading);
  if (!noble || house === null) return null;
  const needs = needed(noble, activity);
  if ((noble.prestige ?? 0) < needs) return { why: "prestige", needs };
  const last = noble.limited_turn ?? null;
  if (isLimited(activity.name) && last !== null && last >= reading.turn - 1) return { why: "limited" };
  if (house.specials_used?.includes(activity.name)) return { why: "used" };
  const free = appointableFrom(noble, activity);
  if (free !== null && free > reading.turn) return { why: "wait", turn: free };
  if (SEIZURES.has(activity.name)) {
    if (reading.throne.king === null) return { why: "no_king" };
    if (reading.throne.house === noble.house) return { why: "ruling" };
    if (activity.name === "claim" && house.status !== "enemy") return { why: "not_enemy" };
  }
  if (activity.name === "errand" && !noble.retainer) return { why: "no_retainer" };
  if (!isOrdinary(activity.name)) return null;
  if (slots(reading, orders, by) <= 0) return { why: noble.forced ? "bribed" : "no_slot" };
  return noble.forced && isLimited(activity.name) && isLimited(noble.forced.activity) ? { why: "bribed" } : null;
}

function needed(noble: Noble, activity: Activity): number {
  // A king sends his attendant only while he has what an attendant asks for (H29).
  if (activity.name === "errand") return noble.role === "king" && noble.retainer ? NUMBERS.attendant : 0;
  return activity.needs;
}

/** From which turn on a new hireling may be appointed (H43, H73). */
function appointableFrom(noble: Noble, activity: Activity): number | null {
  if (!noble.retainer) return null;
  if (activity.name === "appoint_attendant") return noble.retainer.since + NUMBERS.attendant_turns;
  return activity.name === "appoint_servant" ? noble.retainer.since + NUMBERS.servant_turns : null;
}
