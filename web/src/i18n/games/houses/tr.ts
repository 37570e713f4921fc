/* All sentences of Game of Houses. */

import { WORDS_TR } from "./words_tr";

export const HOUSES_TR = {
  ...WORDS_TR,
};
