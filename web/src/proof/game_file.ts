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

/** The file's bytes, decompressed where they need to be. Throws Malformed. */
export async function opened(file: Blob): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!GZIP.every((byte, i) => bytes[i] === byte)) return bytes;
    const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new Malformed(`the file cannot be read: ${String(error)}`);
  }
}
