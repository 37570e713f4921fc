/* The games that the edge has, asked once. */

import { edge } from "../wire/http";
import type { Game } from "../wire/messages";

let games = $state.raw<readonly Game[] | null>(null);

export function knownGames(): readonly Game[] | null {
  return games;
}

export async function loadGames(): Promise<readonly Game[]> {
  games ??= (await edge.games()).games;
  return games;
}

export function game(name: string): Game | null {
  return games?.find((one) => one.name === name) ?? null;
}
