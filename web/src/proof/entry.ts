/* An entry of a log as it stands in its bytes (docs/events.md, "Entries of the log"). */

import { Malformed } from "./malformed";
import { isPlainList, isPlainObject, type Plain, type PlainObject, unpacked } from "./plain";

/** The newest shape of entries that this page knows. */
const VERSION = 2;

const ORIGINS: ReadonlySet<Plain | undefined> = new Set(["player", "bot", "host", "admin", "clock"]);
/** The kind of a draw in entries of version 1, which do not say what was drawn from. */
export const UNKNOWN = "unknown";

const GAME = /^[a-z][a-z0-9_]{0,39}$/;
const ROOM = /^[A-Za-z0-9_-]{1,40}$/;
const COMMAND_ID = /^[\x21-\x7e]{1,80}$/;

export type Seat = number | null;

export interface Draw {
  readonly name: string;
  readonly ask: PlainObject;
  readonly outcome: Plain;
}

export interface LoggedEvent extends PlainObject {
  readonly type: string;
}

export interface Asked {
  readonly origin: string;
  readonly body: PlainObject;
}

export interface Entry {
  /** The shape in which it was written. */
  readonly version: number;
  readonly room: string;
  readonly game: string;
  readonly rules: number;
  readonly seq: number;
  readonly at: number;
  readonly command: Asked;
  readonly events: readonly LoggedEvent[];
  readonly draws: readonly Draw[];
  readonly shown: readonly Seat[];
}

/** Throws Malformed. */
export function readEntry(bytes: Uint8Array): Entry {
  const value = unpacked(bytes);
  if (!isPlainObject(value)) throw new Malformed("an entry is no object");
  const version = value.v;
  if (version !== 1 && version !== VERSION) throw new Malformed(`an entry of version ${String(version)}`);
  const { room, game, rules, seq, at, command, events, draws = [], shown = [], state = null } = value;
  const isSound =
    typeof room === "string" &&
    ROOM.test(room) &&
    typeof game === "string" &&
    GAME.test(game) &&
    isWhole(rules) &&
    isWhole(seq) &&
    seq >= 1 &&
    isWhole(at) &&
    isCommand(command) &&
    isPlainList(events) &&
    events.every(isEvent) &&
    isPlainList(draws) &&
    isPlainList(shown) &&
    shown.every(isSeat) &&
    (state === null || (state instanceof Uint8Array && state.length === 32));
  if (!isSound) throw new Malformed("a field of the entry is missing or wrong");
  const read = version === 1 ? oldDraw : newDraw;
  return { version, room, game, rules, seq, at, command, events, draws: draws.map(read), shown } as Entry;
}

function newDraw(value: Plain): Draw {
  if (!isPlainObject(value) || typeof value.name !== "string" || !isPlainObject(value.ask) || !("outcome" in value)) {
    throw new Malformed("a draw is no draw");
  }
  if (value.ask.kind === UNKNOWN) throw new Malformed("a draw does not say what was drawn from");
  return { name: value.name, ask: value.ask, outcome: value.outcome! };
}

/** Entries of version 1 do not say what was drawn from. */
function oldDraw(value: Plain): Draw {
  if (!isPlainList(value) || value.length !== 2 || typeof value[0] !== "string") throw new Malformed("a draw is no draw");
  return { name: value[0], ask: { kind: UNKNOWN }, outcome: value[1]! };
}

function isCommand(value: Plain | undefined): value is PlainObject & Asked {
  return (
    isPlainObject(value) &&
    typeof value.id === "string" &&
    COMMAND_ID.test(value.id) &&
    ORIGINS.has(value.origin) &&
    isSeat(value.seat) &&
    isPlainObject(value.body)
  );
}

function isEvent(value: Plain): value is LoggedEvent {
  return isPlainObject(value) && typeof value.type === "string";
}

function isSeat(value: Plain | undefined): value is Seat {
  return value === null || (isWhole(value) && value >= 0 && value <= 63);
}

function isWhole(value: Plain | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}
