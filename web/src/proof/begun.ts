/* How a game begins and what its chance is made of: whether that is what was promised (docs/chance.md, section 1). */

import { fromHex, toHex } from "../chance/hex";
import { sha256 } from "../chance/sha256";
import { BadAsk, ByteStream, resolve, roomKey } from "./draws";
import { type Draw, type Entry, type LoggedEvent, UNKNOWN } from "./entry";
import { Fault } from "./finding";
import { hmac, type Mac } from "./hmac";
import { equal, isPlainList, isPlainObject, type Plain, type PlainObject } from "./plain";

/** The way of drawing that this page knows. */
const CHANCE_VERSION = 1;

/** A person's seed: 16 to 64 bytes as lower-case hex. */
const SEED = /^(?:[0-9a-f]{2}){16,64}$/;
const HEX = /^(?:[0-9a-f]{2})*$/;

export interface BegunSeat {
  readonly player: "person" | "bot";
  /** Lower-case hex, as they stand in the log; null where none was given. */
  readonly seedHash: string | null;
  readonly seed: string | null;
}

export interface Begun {
  readonly seats: readonly BegunSeat[];
  readonly commitment: string;
  /** The seats whose person gave no seed. */
  readonly silent: readonly Plain[];
}

/** What the first entry says of seats and chance. Throws a Fault. */
export function readBegun({ command, events }: Entry): Begun {
  const { type, seats, options, key, commitment, chance, silent = [] }: PlainObject = events[0] ?? {};
  const isSound =
    command.origin === "host" &&
    command.body.type === "start" &&
    type === "GameBegun" &&
    isPlainList(seats) &&
    seats.every(isSeat) &&
    isPlainObject(options) &&
    typeof key === "string" &&
    typeof commitment === "string" &&
    chance === CHANCE_VERSION &&
    isPlainList(silent);
  if (!isSound) throw new Fault("begin", 1);
  return { seats: seats.map(readSeat), commitment, silent };
}

function isSeat(value: Plain): value is PlainObject {
  if (!isPlainObject(value)) return false;
  const { player, bot = null, seed_hash = null, seed = null } = value;
  return (player === "person" || player === "bot") && [bot, seed_hash, seed].every((one) => one === null || typeof one === "string");
}

function readSeat({ player, seed_hash = null, seed = null }: PlainObject): BegunSeat {
  return { player, seedHash: seed_hash, seed } as BegunSeat;
}

/** Throws a Fault where a seed is not the one that was promised, or who gave none is not named. */
export function holdSeeds({ seats, silent }: Begun): void {
  const missing = seats.flatMap(({ player, seed }, seat) => (player === "person" && seed === null ? [seat] : []));
  if (!seats.every(isPromised) || !equal(missing, silent)) throw new Fault("seed", 1);
}

function isPromised({ seedHash, seed }: BegunSeat): boolean {
  return seed === null || (SEED.test(seed) && toHex(sha256(fromHex(seed))) === seedHash);
}

/** Throws a Fault where a game begins in the middle of a log, or of its first entry. */
export function beginsOnce({ seq, events }: Entry): void {
  const allowed = seq === 1 ? ["GameBegun", "PositionLoaded"] : [];
  const isAmiss = events.some(({ type }, place) => (type === "GameBegun" || type === "PositionLoaded") && type !== allowed[place]);
  if (isAmiss) throw new Fault("begin", seq);
}

/** Throws a Fault where the secret that an entry reveals is not the one committed to, or not its last event. */
export function holdSecret({ seq, events }: Entry, begun: Begun): void {
  for (const [place, event] of events.entries()) {
    if (event.type !== "SecretRevealed") continue;
    if (secretIn(event, begun) === null) throw new Fault("commitment", seq);
    if (place < events.length - 1) throw new Fault("end", seq);
  }
}

/** The secret that an event reveals, if it is the one that was committed to: its hash proves it. */
export function secretIn({ type, secret }: LoggedEvent, { commitment }: Begun): Uint8Array | null {
  if (type !== "SecretRevealed" || typeof secret !== "string" || !HEX.test(secret)) return null;
  const bytes = fromHex(secret);
  return toHex(sha256(bytes)) === commitment ? bytes : null;
}

/** What all draws of the room are made with. */
export function chanceOf(secret: Uint8Array, { seats }: Begun): Mac {
  return hmac(roomKey(secret, seats.map(({ seed }) => (seed === null ? null : fromHex(seed)))));
}

export function isKnown({ ask }: Draw): boolean {
  return ask.kind !== UNKNOWN;
}

/** Throws a Fault for the first draw of an entry that does not follow from the room's chance. */
export function holdDraws({ seq, draws }: Entry, chance: Mac): void {
  for (const [number, draw] of draws.entries()) {
    if (isKnown(draw) && !isDrawn(draw, new ByteStream(chance, seq, number))) throw new Fault("draw", seq);
  }
}

function isDrawn({ ask, outcome }: Draw, stream: ByteStream): boolean {
  // An outcome of another length is none, and need not be drawn: it may be enormous.
  if (Array.isArray(outcome) && typeof ask.count === "number" && ask.count !== outcome.length) return false;
  try {
    return equal(resolve(ask, stream.below), outcome);
  } catch (error) {
    if (error instanceof BadAsk) return false;
    throw error;
  }
}
