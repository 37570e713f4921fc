/* All sentences of Game of Houses. */

import { SCREEN_TR } from "./screen_tr";
import { WORDS_TR } from "./words_tr";

export const HOUSES_TR = {
  ...WORDS_TR,
  ...SCREEN_TR,
};
