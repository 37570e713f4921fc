/* All sentences of Fetih in Persian. */

import { WORDS_FA } from "./words_fa";
import { MAP_FA } from "./map_fa";
import { REGION_FA } from "./region_fa";
import { TURN_FA } from "./turn_fa";
import { PEOPLE_FA } from "./people_fa";
import { HELP_FA } from "./help_fa";

export const FETIH_FA = {
  ...WORDS_FA,
  ...MAP_FA,
  ...REGION_FA,
  ...TURN_FA,
  ...PEOPLE_FA,
  ...HELP_FA,
};
