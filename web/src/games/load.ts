/* The games that have a screen of their own. Only what is looked at is fetched. */

import { keep, kept } from "../keep";
import type { GameScreen } from "./screens";

const LAST = "game";

const SCREENS: Readonly<Record<string, () => Promise<GameScreen>>> = {
  fetih: async () => (await import("./fetih/screen")).FETIH,
  houses: async () => (await import("./houses/screen")).HOUSES,
  tictactoe: async () => (await import("./tictactoe/screen")).TICTACTOE,
};

const loaded = new Map<string, GameScreen>();

/** Fetch a game's screen, if it has one: nothing of the game is shown before. */
export async function loadScreen(game: string): Promise<void> {
  if (!Object.hasOwn(SCREENS, game) || loaded.has(game)) return;
  loaded.set(game, await SCREENS[game]!());
  keep(LAST, game);
}

/** Fetch early what will most likely be looked at: the game that was played last. */
export function loadLikelyScreen(): void {
  const game = kept(LAST);
  // Who really needs it asks again, and is told what went wrong.
  if (game !== null) loadScreen(game).catch(() => undefined);
}

/** The screen of a game, or null if it has none. */
export function screenOf(game: string): GameScreen | null {
  return loaded.get(game) ?? null;
}
