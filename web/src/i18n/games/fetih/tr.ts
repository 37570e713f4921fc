/* All sentences of Fetih. */

import { WORDS_TR } from "./words_tr";
import { MAP_TR } from "./map_tr";
import { REGION_TR } from "./region_tr";
import { TURN_TR } from "./turn_tr";
import { PEOPLE_TR } from "./people_tr";
import { HELP_TR } from "./help_tr";

export const FETIH_TR = {
  ...WORDS_TR,
  ...MAP_TR,
  ...REGION_TR,
  ...TURN_TR,
  ...PEOPLE_TR,
  ...HELP_TR,
};
