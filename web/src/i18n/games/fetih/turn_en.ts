/* Fetih: the bar above and what happened. */

export const TURN_EN = {
  "fetih.turn.roll": "Roll the dice",
} as const;
