/*
 * Who may act, and how refusals are named. Like all of `rules/` it reckons for showing, and decides nothing: the server
 * does. What cannot be done is named by the code that the command would meet, in the order of F211; null means that it
 * would be taken. Seats are the reader's own.
 */

import type { Reading } from "../reading";
import type { RegionId } from "../tables";

export type Code =
  | "game_over"
  | "not_playing"
  | "wrong_phase"
  | "not_your_turn"
  | "already_rolled"
  | "roll_first"
  | "region_taken"
  | "too_close"
  | "not_yours"
  | "no_village"
  | "age_required"
  | "region_full"
  | "cannot_afford"
  | "already_built"
  | "fence_required"
  | "already_advanced"
  | "own_region"
  | "not_adjacent"
  | "first_round"
  | "allied"
  | "not_ready"
  | "too_many_units"
  | "same_region"
  | "not_connected"
  | "same_resource"
  | "bank_short"
  | "too_many_offers"
  | "already_allied"
  | "already_offered"
  | "bad_target"
  | "not_allied";

// Steps 1 to 7 of F211

function playingRefusal({ you, seats, phase }: Reading): Code | null {
  if (phase === "over") return "game_over";
  return you === null || seats[you]!.status !== "playing" ? "not_playing" : null;
}

function turnRefusal(reading: Reading): Code | null {
  const refusal = playingRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.phase !== "play") return "wrong_phase";
  return reading.turn === reading.you ? null : "not_your_turn";
}

export function rollRefusal(reading: Reading): Code | null {
  return turnRefusal(reading) ?? (reading.rolled ? "already_rolled" : null);
}

/** Why nothing may be done now of what a turn is made of (F80). */
export function actionRefusal(reading: Reading): Code | null {
  return turnRefusal(reading) ?? (reading.rolled ? null : "roll_first");
}

export function pickRefusal(reading: Reading, region: RegionId): Code | null {
  const refusal = playingRefusal(reading);
  if (refusal !== null) return refusal;
  if (reading.phase !== "draft") return "wrong_phase";
  if (reading.turn !== reading.you) return "not_your_turn";
  const { owner, village } = reading.regions[region]!;
  if (owner !== null || village) return "region_taken";
  return reading.pickable.includes(region) ? null : "too_close";
}
