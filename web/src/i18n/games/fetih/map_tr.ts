/* Fetih: the board. */

import type { MAP_EN } from "./map_en";
import type { Translated } from "../../messages";

export const MAP_TR: Translated<typeof MAP_EN> = {
  "fetih.map.title": "Dünya haritası",
  "fetih.map.emblem.blue": "mavi, çapraz çizgili",
  "fetih.map.emblem.purple": "mor, benekli",
  "fetih.map.emblem.turquoise": "turkuaz, yatay çizgili",
  "fetih.map.emblem.pink": "pembe, kareli",
  "fetih.map.emblem.white": "beyaz, dikey çizgili",
};
