/* All sentences of Game of Houses in Persian. */

import { WORDS_FA } from "./words_fa";

export const HOUSES_FA = {
  ...WORDS_FA,
};
