/* Fetih: the bar above and what happened. */

import type { TURN_EN } from "./turn_en";
import type { Translated } from "../../messages";

export const TURN_TR: Translated<typeof TURN_EN> = {
  "fetih.turn.roll": "Zar at",
};
