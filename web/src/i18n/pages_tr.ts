/* Texts of the pages around the games, ads, cookies. */

import type { Translated } from "./messages";
import type { PAGES_EN } from "./pages_en";

export const PAGES_TR: Translated<typeof PAGES_EN> = {
  "pages.privacy": "Gizlilik",
};
