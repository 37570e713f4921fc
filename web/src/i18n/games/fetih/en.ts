/* All sentences of Fetih. */

import { WORDS_EN } from "./words_en";
import { MAP_EN } from "./map_en";
import { REGION_EN } from "./region_en";
import { TURN_EN } from "./turn_en";
import { PEOPLE_EN } from "./people_en";
import { HELP_EN } from "./help_en";

export const FETIH_EN = {
  ...WORDS_EN,
  ...MAP_EN,
  ...REGION_EN,
  ...TURN_EN,
  ...PEOPLE_EN,
  ...HELP_EN,
} as const;
