/* Fetih: the windows of regions. */

import type { REGION_EN } from "./region_en";
import type { Translated } from "../../messages";

export const REGION_TR: Translated<typeof REGION_EN> = {
  "fetih.region.close": "Pencereyi kapat",
  "fetih.region.fewer": "{label}: bir eksilt",
  "fetih.region.more": "{label}: bir artır",
};
