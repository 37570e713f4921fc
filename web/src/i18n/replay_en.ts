/* Texts of watching a game again. */

export const REPLAY_EN = {
  "replay.title": "Replay",
} as const;
