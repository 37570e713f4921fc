/* What this browser remembers of a game: the server cannot change it afterwards. */

import { toHex } from "../chance/hex";
import type { Told, ToldEvent } from "../wire/messages";
import type { Begun } from "./begun";
import type { Entry, LoggedEvent, Seat } from "./entry";
import { Fault, type Recalled } from "./finding";
import { equal, type Plain } from "./plain";

export interface Witness {
  /** Hashes of entries that it was given (hex). */
  readonly heads: readonly string[];
  /** What the server had committed itself to before the game (hex); null: not known. */
  readonly commitment: string | null;
  /** The hash of the seed that it promised (hex). */
  readonly seedHash: string | null;
  /** The reader that it was, and what it was told as such. */
  readonly reader: Seat;
  readonly told: readonly Told[];
}

/** What an entry leaves behind to be held against a memory. */
export interface Trace {
  readonly hash: string;
  readonly entry: Pick<Entry, "seq" | "at" | "events" | "shown">;
}

/** Throws a Fault for a promise of the beginning that was not kept. */
export function recallBeginning(witness: Witness, begun: Begun): Pick<Recalled, "seat" | "isSeedUsed"> {
  if (witness.commitment !== null && witness.commitment !== begun.commitment) throw new Fault("commitment", 1);
  if (witness.seedHash === null) return { seat: null, isSeedUsed: false };
  const seat = begun.seats.findIndex(({ seedHash }) => seedHash === witness.seedHash);
  if (seat < 0) throw new Fault("seed", 1);
  return { seat, isSeedUsed: begun.seats[seat]!.seed !== null };
}

/** Throws a Fault for a head that does not stand in the log. A head stands for all that came before it. */
export function recallHeads(witness: Witness, traces: readonly Trace[]): number {
  const hashes = new Set(traces.map(({ hash }) => hash));
  const heads = new Set(witness.heads);
  for (const head of heads) if (!hashes.has(head)) throw new Fault("head", null);
  return heads.size;
}

/** Throws a Fault for an entry of which this browser was told something else. */
export function recallTold(witness: Witness, traces: readonly Trace[]): number {
  const shown = traces.filter(({ entry }) => entry.shown.includes(witness.reader));
  let count = 0;
  for (const { number, at, told } of witness.told) {
    const trace = shown[number - 1];
    if (trace === undefined) throw new Fault("told", null);
    if (trace.entry.at !== at || !isToldOf(told, trace.entry.events)) throw new Fault("told", trace.entry.seq);
    count += told.length;
  }
  return count;
}

/** Whether these events are among those, in their order. */
function isToldOf(told: readonly ToldEvent[], logged: readonly LoggedEvent[]): boolean {
  let next = 0;
  return told.every((event) => {
    while (next < logged.length && !isPartOf(event, logged[next]!)) next += 1;
    next += 1;
    return next <= logged.length;
  });
}

/** How a game began is told in a form of its own; every other event as it is, with fewer fields where some are secret. */
const TOLD_OTHERWISE: ReadonlySet<string> = new Set(["seeds", "silent"]);

function isPartOf(told: ToldEvent, logged: LoggedEvent): boolean {
  const isBegun = told.type === "GameBegun";
  return Object.entries(told).every(
    // A field that is younger than the entry stands in no old one.
    ([key, value]) => (isBegun && TOLD_OTHERWISE.has(key)) || !Object.hasOwn(logged, key) || isSame(value as Plain, logged[key]!),
  );
}

/** What was told came as JSON, whose numbers are doubles. */
function isSame(told: Plain, logged: Plain): boolean {
  return equal(told, asJson(logged));
}

function asJson(value: Plain): Plain {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint8Array) return toHex(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(asJson);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJson(one)]));
}
