/* The games of a file (docs/game-file.md), as whoever doubts them reads them: what is broken is told of its game. */

import { isObject, type JsonObject } from "../json";
import { Malformed } from "./malformed";

/** Bytes of the longest line that is read. */
const LONGEST_LINE = 4 << 20;

const LINE_FEED = 10;
const GAME = /^[a-z][a-z0-9_]{0,39}$/;
const HASH = /^[0-9a-f]{64}$/;
const ROOM = /^[A-Za-z0-9_-]{1,40}$/;

/** The first line of a game: what whoever made the file says of it. */
export interface Header {
  readonly room: string;
  readonly game: string;
  readonly rules: number;
  readonly entries: number;
  readonly head: string;
  readonly began_at: number;
  readonly ended_at: number;
  readonly result: JsonObject | null;
}

/** An entry as it was stored: its bytes, and the hash over the former hash and these. */
export interface Sealed {
  readonly entry: Uint8Array;
  readonly hash: string;
}

/** What stands where an entry should; `entry` holds its bytes where it has some. */
export interface Unreadable {
  readonly check: "form" | "order";
  readonly entry: Uint8Array;
}

export type Piece = Sealed | Unreadable;

export interface ClaimedLog {
  /** Null where the game does not begin with one. */
  readonly header: Header | null;
  readonly pieces: readonly Piece[];
}

export class GameFile {
  #at = 0;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true });

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  /** The next game; how far its reading is, from 0 to 1, is yielded line by line. */
  *game(): Generator<number, ClaimedLog> {
    const first = this.#line();
    const header = headerIn(first);
    const pieces: Piece[] = [];
    // A file whose first line is missing begins with an entry.
    if (!("divan" in first) && "seq" in first) pieces.push(pieceIn(first, 1));
    while (!this.isAtEnd) {
      const from = this.#at;
      const line = this.#line();
      if ("divan" in line) {
        this.#at = from;
        break;
      }
      pieces.push(pieceIn(line, pieces.length + 1));
      yield Math.min(1, pieces.length / (header?.entries ?? Number.POSITIVE_INFINITY));
    }
    return { header, pieces };
  }

  /** The object of the next line; an empty one where it is none. */
  #line(): JsonObject {
    const found = this.bytes.indexOf(LINE_FEED, this.#at);
    const end = found < 0 ? this.bytes.length : found;
    const line = this.bytes.subarray(this.#at, end);
    this.#at = end + 1;
    if (line.length >= LONGEST_LINE) return {};
    try {
      const value: unknown = JSON.parse(this.#utf8.decode(line));
      return isObject(value) ? value : {};
    } catch {
      return {};
    }
  }
}

function headerIn(line: JsonObject): Header | null {
  const { divan, version = 1, room, game, rules, entries, head, began_at, ended_at, result = null } = line;
  const isSound =
    divan === "game" &&
    version === 1 &&
    typeof room === "string" &&
    ROOM.test(room) &&
    typeof game === "string" &&
    GAME.test(game) &&
    Number.isSafeInteger(rules) &&
    Number.isSafeInteger(entries) &&
    Number(entries) >= 1 &&
    typeof head === "string" &&
    HASH.test(head) &&
    Number.isSafeInteger(began_at) &&
    Number.isSafeInteger(ended_at) &&
    (result === null || isObject(result));
  return isSound ? ({ room, game, rules, entries, head, began_at, ended_at, result } as Header) : null;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function pieceIn({ seq, entry, hash }: JsonObject, expected: number): Piece {
  const isSound =
    Number.isSafeInteger(seq) && typeof entry === "string" && BASE64.test(entry) && typeof hash === "string" && HASH.test(hash);
  if (!isSound) return { check: "form", entry: new Uint8Array() };
  const bytes = Uint8Array.from(atob(entry), (letter) => letter.charCodeAt(0));
  return seq === expected ? { entry: bytes, hash } : { check: "order", entry: bytes };
}

const GZIP = [0x1f, 0x8b] as const;

/** Bytes of the largest file that is read, decompressed: a few megabytes may unpack to all of memory. */
const LARGEST = 256 << 20;

/** The file's bytes, decompressed where they need to be. Throws Malformed. */
export async function opened(file: Blob, largest = LARGEST): Promise<Uint8Array> {
  try {
    const start = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
    const isCompressed = GZIP.every((byte, i) => start[i] === byte);
    return await whole(isCompressed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream(), largest);
  } catch (error) {
    throw error instanceof Malformed ? error : new Malformed(`the file cannot be read: ${String(error)}`);
  }
}

async function whole(stream: ReadableStream<Uint8Array>, largest: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > largest) {
      await reader.cancel();
      throw new Malformed(`the file is longer than ${largest} bytes`);
    }
    parts.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
