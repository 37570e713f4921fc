/* How a game began: its first event, as far as chance rests on it (docs/events.md, GameBegun). */

import { fromHex, toHex } from "../chance/hex";
import { sha256 } from "../chance/sha256";
import type { LoggedEvent } from "./entry";
import { Fault } from "./finding";
import { isPlainList, isPlainObject, type Plain, type PlainObject } from "./plain";

export interface BegunSeat {
  /** Lower-case hex, as they stand in the log; null where none was given. */
  readonly seedHash: string | null;
  readonly seed: string | null;
}

export interface Begun {
  readonly seats: readonly BegunSeat[];
  readonly commitment: string;
  readonly chance: number;
}

/** Throws a Fault: of `begin` where this begins no game, of `seed` where a seed is not the one that was promised. */
export function readBegun(event: LoggedEvent | undefined): Begun {
  const { seats, commitment, chance } = (event ?? {}) as PlainObject;
  if (event?.type !== "GameBegun" || !isPlainList(seats) || typeof commitment !== "string" || typeof chance !== "number") {
    throw new Fault("begin", 1);
  }
  const begun = { seats: seats.map(readSeat), commitment, chance };
  if (!begun.seats.every(isPromised)) throw new Fault("seed", 1);
  return begun;
}

function readSeat(value: Plain): BegunSeat {
  const { seed_hash: seedHash = null, seed = null } = isPlainObject(value) ? value : { seed: 0 };
  if (!isTextOrNull(seedHash) || !isTextOrNull(seed)) throw new Fault("begin", 1);
  return { seedHash, seed };
}

function isPromised({ seedHash, seed }: BegunSeat): boolean {
  return seed === null || (isHex(seed) && toHex(sha256(fromHex(seed))) === seedHash);
}

export function isHex(text: string): boolean {
  return /^(?:[0-9a-f]{2})*$/.test(text);
}

function isTextOrNull(value: Plain | undefined): value is string | null {
  return value === null || typeof value === "string";
}
