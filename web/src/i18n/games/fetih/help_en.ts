/* Fetih: tutorial, rules, guide. */

export const HELP_EN = {
  "fetih.help.back": "Back to the game",
  "fetih.help.open": "Rules",
} as const;
