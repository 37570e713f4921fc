/* All sentences of Game of Houses. */

import { SCREEN_EN } from "./screen_en";
import { WORDS_EN } from "./words_en";

export const HOUSES_EN = {
  ...WORDS_EN,
  ...SCREEN_EN,
} as const;
