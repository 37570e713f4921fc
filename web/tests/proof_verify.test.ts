import { expect, test } from "vitest";
import { checkGames } from "../src/proof/checking";
import type { Finding } from "../src/proof/finding";
import { GameFile } from "../src/proof/game_file";
import { verify } from "../src/proof/verify";
import type { Witness } from "../src/proof/witness";
import type { Told } from "../src/wire/messages";
import { begun, draw, entries, entry, fileOf, hashOf, revealed, sealed, SECRET, SEED, type Written } from "./support/game_files";

const NOBODY: Witness = { heads: [], commitment: null, seedHash: null, reader: null, told: [] };

function found(bytes: Uint8Array, witness: Partial<Witness> | null = null): Finding {
  const game = verify(new GameFile(bytes), () => (witness === null ? null : { ...NOBODY, ...witness }));
  let step = game.next();
  while (!step.done) step = game.next();
  return step.value;
}

function faultOf(bytes: Uint8Array, witness: Partial<Witness> | null = null) {
  const { fault } = found(bytes, witness);
  return fault === null ? null : { entry: fault.entry, check: fault.check };
}

/** The game with one entry forged, and everything after it sealed anew. */
function forged(seq: number, more: Written): Uint8Array {
  return fileOf(entries().map((one, i) => (i === seq - 1 ? { ...one, ...more } : one)));
}

test("a game holds, with all its draws", () => {
  const { header, fault, recalled, ...rest } = found(fileOf(entries()));
  expect(fault).toBeNull();
  expect(header?.game).toBe("tictactoe");
  expect(rest).toEqual({ entries: 5, draws: 10, undrawn: 0, isComplete: true, isFork: false });
  expect(recalled.heads).toBe(0);
});

test("every kind of draw is made again", () => {
  const asks = [
    { kind: "choice", items: ["a", { b: [1] }, null] },
    { kind: "shuffle", items: [1, 2, 3, 4, 5] },
    { kind: "sample", items: [1, 2, 3], count: 2 },
    { kind: "spread", items: ["a", "b", "c"], count: 7 },
    { kind: "subset", stock: [["wood", 3], ["clay", 0], ["grain", 7]], count: 5 },
  ];
  const draws = asks.map((ask, number) => draw(3, number, ask));
  expect(found(forged(3, { draws }))).toMatchObject({ fault: null, draws: 13 });
  for (const [number, one] of draws.entries()) {
    const changed = draws.map((other, i) => (i === number ? { ...one, outcome: "z" } : other));
    expect(faultOf(forged(3, { draws: changed }))).toEqual({ entry: 3, check: "draw" });
  }
});

test("an outcome that does not follow from the seeds is named", () => {
  const draws = [draw(4, 0, { kind: "dice", count: 2, sides: 6 }), { ...draw(4, 1, { kind: "integer", low: 1, high: 100 }), outcome: 101 }];
  expect(faultOf(forged(4, { draws }))).toEqual({ entry: 4, check: "draw" });
});

test("a throw of more dice than the outcome has is not even tried", () => {
  const draws = [{ name: "dice", ask: { kind: "dice", count: 1_000_000, sides: 6 }, outcome: [1] }];
  expect(faultOf(forged(2, { draws }))).toEqual({ entry: 2, check: "draw" });
});

test("a byte that was changed breaks the chain", () => {
  const [log, seals] = [entries(), sealed(entries())];
  const body = seals[2]!.body.slice();
  body[body.length - 1]! ^= 1;
  expect(faultOf(fileOf(log, {}, seals.with(2, { ...seals[2]!, body })))).toEqual({ entry: 3, check: "chain" });
});

test.each([
  ["another number", { seq: 7 }],
  ["another room", { room: "elsewhere" }],
  ["another game", { game: "fetih" }],
  ["other rules", { rules: 2 }],
  ["a time before the former's", { at: 1 }],
])("an entry of %s does not follow", (_what, more) => {
  expect(faultOf(forged(3, more))).toEqual({ entry: 3, check: "order" });
});

test("an entry that was left out is missed, though all after it were sealed anew", () => {
  expect(faultOf(fileOf(entries().toSpliced(2, 1)))).toEqual({ entry: 3, check: "order" });
});

test.each([
  ["no events", { events: "none" }],
  ["a version from the future", { v: 3 }],
  ["a draw without an outcome", { draws: [{ name: "dice", ask: {} }] }],
  ["a command of nobody", { command: { id: "c", origin: "nobody", seat: 0, body: {} } }],
])("an entry with %s cannot be read", (_what, more) => {
  expect(faultOf(forged(2, more))).toEqual({ entry: 2, check: "form" });
});

test("a first entry that begins no game is named", () => {
  expect(faultOf(forged(1, { events: [{ type: "Placed" }] }))).toEqual({ entry: 1, check: "begin" });
});

test("a seed that does not fit its hash is named", () => {
  const seat = { player: "person", bot: null, seed_hash: hashOf(SEED), seed: SEED };
  for (const more of [{ seed: "00".repeat(32) }, { seed: null }]) {
    expect(faultOf(forged(1, { events: [begun({ seats: [{ ...seat, ...more }] })] }))).toEqual({ entry: 1, check: "seed" });
  }
});

test("a secret that is not the one committed to is named", () => {
  expect(faultOf(forged(5, { events: [{ ...revealed, secret: "00".repeat(32) }] }))).toEqual({ entry: 5, check: "commitment" });
  expect(faultOf(forged(5, { events: [{ ...revealed, secret: "no hex" }] }))).toEqual({ entry: 5, check: "commitment" });
});

test("nothing comes after the end", () => {
  expect(faultOf(fileOf([...entries(), entry(6)]))).toEqual({ entry: 6, check: "end" });
});

test.each([
  ["room", "other"],
  ["rules", 2],
  ["head", "0".repeat(64)],
  ["began_at", 5],
  ["ended_at", 5],
  ["entries", 6],
])("a first line with another %s does not fit the log", (field, value) => {
  expect(faultOf(fileOf(entries(), { [field]: value }))).toEqual({ entry: null, check: "header" });
});

test("a first line that says how a game ended which did not is no summary of it", () => {
  expect(faultOf(fileOf(entries().slice(0, 3)))).toEqual({ entry: null, check: "header" });
});

test("a log that ends before its secret is revealed holds, but nothing can be drawn again", () => {
  const log = entries().slice(0, 3);
  expect(found(fileOf(log, { result: null }))).toMatchObject({ fault: null, isComplete: false, draws: 0, undrawn: 6 });
});

test("a file that is cut short is malformed", () => {
  const whole = fileOf(entries());
  expect(faultOf(whole.subarray(0, whole.length - 40))).toEqual({ entry: 5, check: "form" });
});

test.each(["", "hello\n", "[1]\n", '{"divan": "elsewhere"}\n'])("what is no game file says so: %j", (text) => {
  expect(found(new TextEncoder().encode(text))).toMatchObject({ header: null, fault: { entry: null, check: "header" } });
});

test("entries without a first line are checked, and it is missed", () => {
  const text = new TextDecoder().decode(fileOf(entries()));
  const bytes = new TextEncoder().encode(text.slice(text.indexOf("\n") + 1));
  expect(found(bytes)).toMatchObject({ entries: 5, fault: { entry: null, check: "header" } });
});

test("draws of old entries, which do not say what was drawn from, are counted apart", () => {
  const log = entries().map((one, i) => (i === 0 ? { ...one, v: 1, draws: [["dice", [1, 2]]] } : one));
  expect(found(fileOf(log))).toMatchObject({ fault: null, draws: 8, undrawn: 1 });
});

test("whole numbers of 64 bits are compared to the last digit", () => {
  const low = 2n ** 60n;
  const outcomes = [low, low + 1n];
  const log = (outcome: bigint) => forged(2, { draws: [{ name: "n", ask: { kind: "integer", low, high: low }, outcome }] });
  expect(outcomes.map((outcome) => faultOf(log(outcome))?.check)).toEqual([undefined, "draw"]);
});

// What this browser remembers

const heads = sealed(entries()).map(({ hash }) => hash);

test("heads that this browser was given stand in the log", () => {
  expect(found(fileOf(entries()), { heads: [heads[1]!, heads[4]!, heads[1]!] }).recalled.heads).toBe(2);
});

test("a log that was written anew lacks the heads that were given before", () => {
  const other = forged(3, { events: [{ type: "Placed", seat: 0, cell: 7 }] });
  expect(faultOf(other)).toBeNull();
  expect(faultOf(other, { heads: [heads[1]!] })).toBeNull();
  expect(faultOf(other, { heads: [heads[1]!, heads[3]!] })).toEqual({ entry: null, check: "head" });
});

test("the seed that this browser promised is in the game, and whether it took part", () => {
  expect(found(fileOf(entries()), { seedHash: hashOf(SEED) }).recalled).toMatchObject({ seat: 0, isSeedUsed: true });
  expect(faultOf(fileOf(entries()), { seedHash: hashOf("00") })).toEqual({ entry: 1, check: "seed" });
  const late = begun({ seats: [{ player: "person", bot: null, seed_hash: hashOf(SEED), seed: null }], silent: [0] });
  const [first, ...rest] = entries();
  const log = [{ ...first!, events: [late] }, ...rest].map((one) => ({ ...one, draws: [] }));
  expect(found(fileOf(log), { seedHash: hashOf(SEED) }).recalled).toMatchObject({ seat: 0, isSeedUsed: false });
});

test("the commitment is the one that this browser was shown", () => {
  expect(faultOf(fileOf(entries()), { commitment: hashOf(SECRET) })).toBeNull();
  expect(faultOf(fileOf(entries()), { commitment: "00" })).toEqual({ entry: 1, check: "commitment" });
});

const told: readonly Told[] = [
  { number: 1, at: 1_000_000_000_001, told: [{ type: "GameBegun", key: "k1", commitment: hashOf(SECRET), chance: 1, seeds: [SEED, null], silent: [] }] },
  { number: 3, at: 1_000_000_000_004, told: [{ type: "Placed", cell: 4, younger: "than the entry" }] },
];

test("what a reader was told is in the entries that it was shown", () => {
  const log = entries().map((one, i) => (i === 1 ? { ...one, shown: [1] } : one));
  expect(found(fileOf(log), { reader: 0, told }).recalled.told).toBe(2);
  expect(faultOf(fileOf(log), { reader: 1, told })).toEqual({ entry: 3, check: "told" });
});

test.each([
  ["of another time", 4, { at: 1_000_000_000_005 }],
  ["with another content", 4, { told: [{ type: "Placed", cell: 5 }] }],
  ["with an event too many", 4, { told: [{ type: "Placed", cell: 4 }, { type: "Placed", cell: 4 }] }],
  ["that never came", null, { number: 9 }],
])("what a reader was told %s does not stand there", (_what, seq, more) => {
  const log = entries().map((one, i) => (i === 1 ? { ...one, shown: [1] } : one));
  const other = [told[0]!, { ...told[1]!, ...more }];
  expect(faultOf(fileOf(log), { reader: 0, told: other })).toEqual({ entry: seq, check: "told" });
});

// Files

test("games that follow one another are checked one by one, also after one that does not hold", async () => {
  const games = [forged(3, { seq: 9 }), fileOf(entries()), forged(2, { v: 3 }), fileOf(entries(7))];
  const bytes = new Uint8Array(games.flatMap((game) => [...game]));
  const findings = await checkGames(bytes, () => null, () => undefined, () => false);
  expect(findings.map(({ fault }) => fault?.check ?? null)).toEqual(["order", null, "form", null]);
});

test("a long check tells how far it is, lets the page have its turn, and ends when it is left", async () => {
  const bytes = fileOf(entries(600));
  const parts: number[] = [];
  let turns = 0;
  const breathe = async () => void (turns += 1);
  const [finding] = await checkGames(bytes, () => null, ({ part }) => parts.push(part), () => false, breathe);
  expect(finding).toMatchObject({ fault: null, entries: 600, draws: 1200 });
  expect(turns).toBe(parts.length);
  expect(parts).toEqual([...parts].sort((one, other) => one - other));
  expect(await checkGames(bytes, () => null, () => undefined, () => true, breathe)).toEqual([]);
});
