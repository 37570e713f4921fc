/* Fetih: the board. */

import type { MAP_EN } from "./map_en";
import type { Translated } from "../../messages";

export const MAP_TR: Translated<typeof MAP_EN> = {
  "fetih.map.title": "Dünya haritası",
  "fetih.map.hint": "Ok tuşları bölgeden bölgeye geçer, Enter seçer, artı ve eksi yakınlaştırıp uzaklaştırır.",
  "fetih.map.zoom_in": "Yakınlaştır",
  "fetih.map.zoom_out": "Uzaklaştır",
  "fetih.map.home": "Bölgelerimi göster",
  "fetih.map.home.all": "Bütün haritayı göster",
  "fetih.map.borders": "Kıta sınırları",
  "fetih.map.continent": { one: "{count} puan · {resource}", other: "{count} puan · {resource}" },
  "fetih.map.passage": "Deniz geçidi: {region} – {port}",
  "fetih.map.route": "Deniz yolu: {region} – {port}",
  "fetih.map.tile.owner": "sahibi: {owner} ({colour})",
  "fetih.map.tile.neutral": "tarafsız",
  "fetih.map.tile.yield": "{resource}, sayısı {number}",
  "fetih.map.tile.soldiers": { one: "{count} asker", other: "{count} asker" },
  "fetih.map.tile.empty": "askersiz",
  "fetih.map.tile.plundered": "yağmalanmış köy",
  "fetih.map.tile.outlined": "seçilebilir",
  "fetih.map.tile.lit": "parlıyor",
  "fetih.map.emblem.blue": "mavi, çapraz çizgili",
  "fetih.map.emblem.purple": "mor, benekli",
  "fetih.map.emblem.turquoise": "turkuaz, yatay çizgili",
  "fetih.map.emblem.pink": "pembe, kareli",
  "fetih.map.emblem.white": "beyaz, dikey çizgili",
};
