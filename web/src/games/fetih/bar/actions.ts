/* The buttons of a turn, and why one of them can not be pressed now: by the code the rules would answer (F211). */

import { BALANCE, type Goods, RESOURCES } from "../tables";

/** What of the table decides it. */
export interface Moment {
  readonly phase: "draft" | "play" | "over";
  readonly isInPlay: boolean;
  readonly isMyTurn: boolean;
  readonly rolled: boolean;
  readonly age: "sword" | "gunpowder";
  readonly hand: Goods;
}

export type Act = "roll_dice" | "advance_age" | "end_turn";
export type Code =
  | "game_over"
  | "not_playing"
  | "wrong_phase"
  | "not_your_turn"
  | "already_rolled"
  | "roll_first"
  | "already_advanced"
  | "cannot_afford";

/** Null: it can be done. */
export function refusal(act: Act, moment: Moment): Code | null {
  if (moment.phase === "over") return "game_over";
  if (!moment.isInPlay) return "not_playing";
  if (moment.phase !== "play") return "wrong_phase";
  if (!moment.isMyTurn) return "not_your_turn";
  if (act === "roll_dice") return moment.rolled ? "already_rolled" : null;
  if (!moment.rolled) return "roll_first";
  return act === "advance_age" ? ageRefusal(moment) : null;
}

function ageRefusal({ age, hand }: Moment): Code | null {
  if (age === "gunpowder") return "already_advanced";
  return RESOURCES.every((one) => (hand[one] ?? 0) >= (BALANCE.ageCost[one] ?? 0)) ? null : "cannot_afford";
}
