/* Texts of watching a game again. */

import type { Translated } from "./messages";
import type { REPLAY_EN } from "./replay_en";

export const REPLAY_TR: Translated<typeof REPLAY_EN> = {
  "replay.title": "Tekrar",
};
