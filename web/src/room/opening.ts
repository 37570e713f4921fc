/* Opening a room and sitting down, each with the promise of a seed. */

import { somebody } from "../app/session.svelte";
import { keepSeed, newSeed, seedHash } from "../chance/seeds";
import { edge } from "../wire/http";
import type { Fork, Game, NewGame, Room } from "../wire/messages";

export async function openRoom(asked: Omit<NewGame, "seed_hash"> | Omit<Fork, "seed_hash">): Promise<Room> {
  await somebody();
  const seed = newSeed();
  const room = await edge.open({ ...asked, seed_hash: seedHash(seed) });
  if (room.code !== null) keepSeed(room.code, seed);
  return room;
}

/** How many bots a game at one touch has: a table of four, where so many may sit. */
const TABLE = 4;

export function botsAgainst(game: Game): number {
  return Math.min(TABLE, game.seats.max) - 1;
}

/** A game against bots of one kind that begins at once. */
export function playBots(game: Game, kind: string): Promise<Room> {
  const bots = Array.from({ length: botsAgainst(game) }, () => kind);
  return openRoom({ game: game.name, seats: bots.length + 1, bots, start: true });
}

export async function sitDown(code: string, seat?: number): Promise<Room> {
  await somebody();
  const seed = newSeed();
  const room = await edge.sit(code, seedHash(seed), seat);
  keepSeed(code, seed);
  return room;
}

/** The same room once more: its game, options, seats and bots; with bots only it begins at once. */
export function openAgain(room: Room): Promise<Room> {
  const bots = room.seats.flatMap((seat) => (seat.bot !== null && !seat.sat_in ? [seat.bot] : []));
  return openRoom({
    game: room.game,
    options: room.options,
    seats: room.seats.length,
    listed: room.listed,
    bots,
    start: bots.length === room.seats.length - 1,
  });
}
