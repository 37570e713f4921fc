import { describe, expect, test } from "vitest";
import vectors from "../../tests/games/kit/chance_vectors.json";
import { fromHex, toHex } from "../src/chance/hex";
import { sha256 } from "../src/chance/sha256";
import { BadAsk, ByteStream, resolve, roomKey } from "../src/proof/draws";
import { hmac } from "../src/proof/hmac";
import type { Plain, PlainObject } from "../src/proof/plain";

const { derivation } = vectors;
const KEY = hmac(fromHex(derivation.key));
const stream = (entry: number, draw: number) => new ByteStream(KEY, entry, draw);

// RFC 4231, cases 1, 2 and 6 (a key longer than a block).
test.each([
  ["0b".repeat(20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [toHex(new TextEncoder().encode("Jefe")), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
  ["aa".repeat(131), "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
])("HMAC-SHA256 of the standard's example %#", (key, message, digest) => {
  expect(toHex(hmac(fromHex(key))(new TextEncoder().encode(message)))).toBe(digest);
});

describe("the vectors of docs/chance.md", () => {
  test("a room's secret, its commitment, and the key that it makes with the seeds", () => {
    const secret = hmac(fromHex(derivation.master_key))(new TextEncoder().encode(derivation.room));
    expect(toHex(secret)).toBe(derivation.secret);
    expect(toHex(sha256(secret))).toBe(derivation.commitment);
    expect(toHex(roomKey(secret, derivation.seeds.map((seed) => (seed === null ? null : fromHex(seed)))))).toBe(derivation.key);
  });

  test.each(vectors.blocks)("block $block of draw $draw in entry $entry", ({ entry, draw, block, bytes }) => {
    expect(toHex(stream(entry, draw).block(block))).toBe(bytes);
  });

  test.each(vectors.below)("uniform integers of entry $entry, draw $draw", ({ entry, draw, n, integers }) => {
    const { below } = stream(entry, draw);
    expect(n.map(below)).toEqual(integers);
  });

  test.each(vectors.draws)("entry $entry, draw $draw: $ask.kind", ({ entry, draw, ask, outcome }) => {
    expect(resolve(ask as unknown as PlainObject, stream(entry, draw).below)).toEqual(outcome);
  });
});

test("an integer between bounds that no double holds is exact", () => {
  const low = 2n ** 60n + 1n;
  expect(resolve({ kind: "integer", low, high: low }, () => 0)).toBe(low);
  expect(resolve({ kind: "integer", low, high: low + 5n }, () => 5)).toBe(low + 5n);
});

test.each<[string, Record<string, Plain>]>([
  ["no value", { kind: "integer", low: 2, high: 1 }],
  ["more than 2^48 values", { kind: "integer", low: 0, high: 2 ** 48 }],
  ["no item", { kind: "choice", items: [] }],
  ["more items than there are", { kind: "sample", items: [1], count: 2 }],
  ["more pieces than there are", { kind: "subset", stock: [["a", 1]], count: 2 }],
  ["more dice than anybody throws", { kind: "dice", sides: 6, count: 2 ** 40 }],
  ["a count that is none", { kind: "dice", sides: 6, count: 1.5 }],
])("nothing is drawn from %s", (_what, ask) => {
  expect(() => resolve(ask, stream(1, 0).below)).toThrow(BadAsk);
});
