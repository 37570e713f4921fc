/* Fetih: the board. */

export const MAP_EN = {
  "fetih.map.title": "World map",
} as const;
