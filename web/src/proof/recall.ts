/* Where this browser's memory of a game comes from. */

import { keptHead } from "../chance/heads";
import { keptSeed, seedHash } from "../chance/seeds";
import { keptNames } from "../keep";
import type { Room, Told } from "../wire/messages";
import type { Begun } from "./begun";
import type { Seat } from "./entry";
import type { Recall } from "./verify";
import type { Witness } from "./witness";

/** What a visit to a room knows of it. */
export interface Known {
  readonly room: Room;
  readonly heads: Iterable<string>;
  readonly reader: Seat;
  readonly told: readonly Told[];
}

/** The game of a room that one is in. */
export function recallOf({ room, heads, reader, told }: Known): Recall {
  const seed = room.code === null ? null : keptSeed(room.code);
  const door = room.code ?? room.watch;
  return () => ({
    heads: [...heads, ...headsAt(door)],
    commitment: room.commitment,
    seedHash: seed === null ? null : seedHash(seed),
    reader,
    told,
  });
}

/** A game that comes from anywhere: known again by the seed that this browser gave to it. */
export function recallBySeed(begun: Begun): Witness | null {
  for (const { seedHash: hash } of begun.seats) {
    const code = hash === null ? null : roomOfSeed(hash);
    if (code !== null) return { heads: headsAt(code), commitment: null, seedHash: hash, reader: null, told: [] };
  }
  return null;
}

/** The code of the room in which this browser promised a seed of that hash. */
function roomOfSeed(hash: string): string | null {
  return keptNames("seed.").find((code) => seedHash(keptSeed(code)!) === hash) ?? null;
}

function headsAt(door: string | null): readonly string[] {
  const head = door === null ? null : keptHead(door);
  return head === null ? [] : [head];
}
