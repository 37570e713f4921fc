/* Fetih: the board. */

export const MAP_EN = {
  "fetih.map.title": "World map",
  "fetih.map.emblem.blue": "blue, diagonal stripes",
  "fetih.map.emblem.purple": "purple, dots",
  "fetih.map.emblem.turquoise": "turquoise, horizontal lines",
  "fetih.map.emblem.pink": "pink, checks",
  "fetih.map.emblem.white": "white, vertical lines",
} as const;
