/* Fetih: the windows of regions. */

export const REGION_EN = {
  "fetih.region.close": "Close the window",
} as const;
