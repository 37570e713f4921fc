/* All sentences of Game of Houses. */

import { WORDS_EN } from "./words_en";

export const HOUSES_EN = {
  ...WORDS_EN,
} as const;
