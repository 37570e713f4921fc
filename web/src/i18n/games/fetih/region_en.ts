/* Fetih: the windows of regions. */

export const REGION_EN = {
  "fetih.region.close": "Close the window",
  "fetih.region.fewer": "{label}: one fewer",
  "fetih.region.more": "{label}: one more",
} as const;
