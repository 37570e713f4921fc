/* All sentences of Game of Houses in Persian. */

import { SCREEN_FA } from "./screen_fa";
import { WORDS_FA } from "./words_fa";

export const HOUSES_FA = {
  ...WORDS_FA,
  ...SCREEN_FA,
};
