/* Small games as files, made from nothing: every entry sealed after the former, so that tests can forge them. */

import { encode } from "@msgpack/msgpack";
import { fromHex, toHex } from "../../src/chance/hex";
import { sha256 } from "../../src/chance/sha256";
import { ByteStream, resolve, roomKey } from "../../src/proof/draws";
import { concat, hmac } from "../../src/proof/hmac";

export type Written = Record<string, unknown>;

export const SECRET = "5c".repeat(32);
export const SEED = "ab".repeat(32);
const KEY = roomKey(fromHex(SECRET), [fromHex(SEED), null]);

export const hashOf = (hex: string) => toHex(sha256(fromHex(hex)));

export function begun(more: Written = {}): Written {
  return {
    type: "GameBegun",
    seats: [
      { player: "person", bot: null, seed_hash: hashOf(SEED), seed: SEED },
      { player: "bot", bot: "easy", seed_hash: null, seed: null },
    ],
    options: {},
    key: "k1",
    commitment: hashOf(SECRET),
    chance: 1,
    silent: [],
    ...more,
  };
}

export const revealed = { type: "SecretRevealed", secret: SECRET };

/** A draw of an entry, as the room's key makes it. */
export function draw(seq: number, number: number, ask: Written): Written {
  return { name: "dice", ask, outcome: resolve(ask as never, new ByteStream(hmac(KEY), seq, number).below) };
}

export function entry(seq: number, more: Written = {}): Written {
  return {
    v: 2,
    room: "room",
    game: "tictactoe",
    rules: 1,
    seq,
    at: 1_000_000_000_000 + seq,
    command: { id: `c${seq}`, origin: "player", seat: 0, body: { type: "place" } },
    events: [{ type: "Placed", seat: 0, cell: seq }],
    draws: [draw(seq, 0, { kind: "dice", count: 2, sides: 6 }), draw(seq, 1, { kind: "integer", low: 1, high: 100 })],
    shown: [0, 1, null],
    state: null,
    ...more,
  };
}

/** A whole game of that many entries. */
export function entries(count = 5): Written[] {
  return Array.from({ length: count }, (_, i) => {
    const events = i === 0 ? [begun()] : i === count - 1 ? [{ type: "Placed", seat: 1, cell: 8 }, revealed] : undefined;
    const command = { id: "start", origin: "host", seat: null, body: { type: "start" } };
    return entry(i + 1, { ...(events !== undefined && { events }), ...(i === 0 && { command }) });
  });
}

export interface Sealed {
  readonly body: Uint8Array;
  readonly hash: string;
}

export function sealed(log: readonly Written[]): Sealed[] {
  let former: Uint8Array = new Uint8Array(32);
  return log.map((one) => {
    const body = encode(one, { useBigInt64: true });
    former = sha256(concat(former, body));
    return { body, hash: toHex(former) };
  });
}

/** The bytes of a file; `header` overrides fields of its first line. */
export function fileOf(log: readonly Written[], header: Written = {}, seals: readonly Sealed[] = sealed(log)): Uint8Array {
  const first = {
    divan: "game",
    version: 1,
    room: "room",
    game: "tictactoe",
    rules: 1,
    entries: log.length,
    head: seals.at(-1)!.hash,
    began_at: log[0]!.at,
    ended_at: log.at(-1)!.at,
    result: { reason: "line", seats: [] },
    ...header,
  };
  const lines = seals.map(({ body, hash }, i) => ({ seq: i + 1, entry: btoa(String.fromCharCode(...body)), hash }));
  return new TextEncoder().encode([first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
}
