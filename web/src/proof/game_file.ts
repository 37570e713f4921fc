/* A game as a file (docs/game-file.md): its lines, one after another. */

import { isObject, type Json, type JsonObject } from "../json";
import { Malformed } from "./malformed";

/** Bytes of the longest line that is read. */
const LONGEST_LINE = 4 << 20;

const LINE_FEED = 10;
const BEGINNING = new TextEncoder().encode('{"divan":');
const HASH = /^[0-9a-f]{64}$/;

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

export interface Line {
  readonly seq: number;
  readonly entry: Uint8Array;
  readonly hash: string;
}

export class Lines {
  /** Bytes read so far. */
  at = 0;
  readonly #utf8 = new TextDecoder("utf-8", { fatal: true });

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Throws Malformed. */
  header(): Header {
    const value = this.#object();
    const { room, game, rules, entries, head, began_at, ended_at, result = null } = value;
    if (value.divan !== "game" || (value.version ?? 1) !== 1) throw new Malformed("no game begins here");
    const isSound =
      typeof room === "string" &&
      typeof game === "string" &&
      Number.isSafeInteger(rules) &&
      Number.isSafeInteger(entries) &&
      Number(entries) >= 1 &&
      typeof head === "string" &&
      HASH.test(head) &&
      Number.isSafeInteger(began_at) &&
      Number.isSafeInteger(ended_at) &&
      (result === null || isObject(result));
    if (!isSound) throw new Malformed("a field of the first line is missing or wrong");
    return { room, game, rules, entries, head, began_at, ended_at, result } as Header;
  }

  /** Throws Malformed. */
  entry(): Line {
    const { seq, entry, hash } = this.#object();
    if (typeof seq !== "number" || typeof entry !== "string" || typeof hash !== "string" || !HASH.test(hash)) {
      throw new Malformed("a field of the line is missing or wrong");
    }
    return { seq, entry: fromBase64(entry), hash };
  }

  /** After what cannot be read: on to the next line that begins a game. */
  toNextGame(): void {
    while (!this.isAtEnd && !this.#begins()) this.at = this.#end() + 1;
  }

  #begins(): boolean {
    return BEGINNING.every((byte, i) => this.bytes[this.at + i] === byte);
  }

  /** Where the line ends. */
  #end(): number {
    const found = this.bytes.indexOf(LINE_FEED, this.at);
    return found < 0 ? this.bytes.length : found;
  }

  #object(): JsonObject {
    const end = this.#end();
    const line = this.bytes.subarray(this.at, end);
    this.at = end + 1;
    if (line.length === 0) throw new Malformed("a line is missing");
    if (line.length >= LONGEST_LINE) throw new Malformed("a line is too long");
    let value: Json;
    try {
      value = JSON.parse(this.#utf8.decode(line)) as Json;
    } catch (error) {
      throw new Malformed(`not JSON: ${String(error)}`);
    }
    if (!isObject(value)) throw new Malformed("a line is no object");
    return value;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function fromBase64(text: string): Uint8Array {
  if (!BASE64.test(text)) throw new Malformed("the entry is not base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

const GZIP = [0x1f, 0x8b] as const;

/** The file's bytes, decompressed where they need to be. Throws Malformed. */
export async function opened(file: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!GZIP.every((byte, i) => bytes[i] === byte)) return bytes;
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new Malformed(`the file cannot be decompressed: ${String(error)}`);
  }
}
