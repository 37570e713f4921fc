/* The games that the edge has, asked once; the main one first. */

import { edge } from "../wire/http";
import type { Game } from "../wire/messages";

/** What a first visitor is shown. */
const MAIN = "fetih";

let games = $state.raw<readonly Game[] | null>(null);

export function knownGames(): readonly Game[] | null {
  return games;
}

export function mainFirst(games: readonly Game[]): readonly Game[] {
  return [...games.filter(({ name }) => name === MAIN), ...games.filter(({ name }) => name !== MAIN)];
}

export async function loadGames(): Promise<readonly Game[]> {
  games ??= mainFirst((await edge.games()).games);
  return games;
}

export function game(name: string): Game | null {
  return games?.find((one) => one.name === name) ?? null;
}
