/* Fetih: the board. */

import type { MAP_EN } from "./map_en";
import type { Translated } from "../../messages";

export const MAP_TR: Translated<typeof MAP_EN> = {
  "fetih.map.title": "Dünya haritası",
};
