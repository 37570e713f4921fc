/* Fetih: tutorial, rules, guide. */

import type { HELP_EN } from "./help_en";
import type { Translated } from "../../messages";

export const HELP_TR: Translated<typeof HELP_EN> = {
  "fetih.help.back": "Oyuna dön",
  "fetih.help.open": "Kurallar",
};
