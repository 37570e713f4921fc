/* Texts of the pages around the games, ads, cookies. */

export const PAGES_EN = {
  "pages.privacy": "Privacy",
} as const;
