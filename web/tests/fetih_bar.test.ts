import { beforeAll, describe, expect, test } from "vitest";
import { rest } from "../src/games/fetih/bar/clock";
import { type Facts, guide } from "../src/games/fetih/bar/guide";
import { changes } from "../src/games/fetih/bar/wealth";
import { wording } from "../src/games/fetih/bar/wording";
import type { Reading } from "../src/games/fetih/reading";
import { speak } from "../src/i18n/speak.svelte";
import type { JsonObject } from "../src/json";
import { position, trade } from "./support/fetih.svelte";

describe("the clock", () => {
  const ENDS = 1_000_000;

  test.each([
    [60_000, 60],
    [59_999, 60],
    [59_000, 59],
    [1, 1],
    [0, 0],
    [-3_000, 0],
  ])("%i ms before the end shows %i", (left, seconds) => {
    expect(rest(ENDS, ENDS - left, 60).seconds).toBe(seconds);
  });

  test("is red in the last 10 seconds and not before", () => {
    expect(rest(ENDS, ENDS - 10_001, 60).isHurried).toBe(false);
    expect(rest(ENDS, ENDS - 10_000, 60).isHurried).toBe(true);
    expect(rest(ENDS, ENDS - 10_000, 60).seconds).toBe(10);
    expect(rest(ENDS, ENDS + 1, 60).isHurried).toBe(true);
  });

  test("has a bar that shrinks from the whole to nothing", () => {
    expect([60_000, 30_000, 0].map((left) => rest(ENDS, ENDS - left, 60).share)).toEqual([1, 0.5, 0]);
    expect(rest(ENDS, ENDS - 15_000, 30).share).toBe(0.5);
  });

  test("never shows more than was given", () => {
    expect(rest(ENDS, ENDS - 60_700, 60)).toMatchObject({ seconds: 60, share: 1 });
  });
});

test("what came and went in a hand", () => {
  expect(changes({ wood: 1, stone: 4, food: 0, gold: 2 }, { wood: 5, stone: 0, food: 0, gold: 2 })).toEqual({ wood: 4, stone: -4 });
  expect(changes({}, { gold: 1 })).toEqual({ gold: 1 });
});

describe("the one line says what to do (F103)", () => {
  const facts = (change: Partial<Reading>, types: readonly (string | JsonObject)[] = [], rest: Partial<Facts> = {}): Facts => ({
    reading: position({}, { order: [1, 0, 2], ...change }, { gold: 1 }),
    options: types.map((one) => ({ command: typeof one === "string" ? { type: one } : one, fields: {} })),
    isInPlay: true,
    isConnected: true,
    ...rest,
  });
  const picking = (picked: readonly string[]) => position().seats.map((seat) => ({ ...seat, picked }));
  const NAMES = ["Ayşe", "Ali", "Bot"];
  const line = (given: Facts) => wording(guide(given), (seat) => NAMES[seat]!);

  beforeAll(() => speak("tr"));

  test.each<[string, Facts, object]>([
    ["choose the first region", facts({ phase: "draft", seats: picking([]) }), { key: "pick", pick: 1 }],
    ["choose the second", facts({ phase: "draft", seats: picking(["egypt"]) }), { key: "pick", pick: 2 }],
    ["another chooses", facts({ phase: "draft", turn: 1 }), { key: "wait_pick", seat: 1 }],
    ["roll", facts({ rolled: false }, ["roll_dice", "resign"]), { key: "roll" }],
    ["act", facts({}, ["attack", "train", "end_turn"]), { key: "act", ways: ["attack", "train"] }],
    ["act, with much to do", facts({}, ["train", "advance_age", "attack", { type: "build", structure: "village" }, "bank_trade"]), { key: "act", ways: ["age", "attack", "village"] }],
    ["act, with a fence alone", facts({}, [{ type: "build", structure: "fence" }, "ship"]), { key: "act", ways: ["build", "ship"] }],
    ["end", facts({}, ["end_turn", "offer_alliance"]), { key: "act", ways: [] }],
    ["wait before one's own first turn", facts({ turn: 1, round: 1 }), { key: "wait_first", seat: 1 }],
    ["wait after it", facts({ turn: 2, round: 1 }), { key: "wait", seat: 2 }],
    ["wait", facts({ turn: 1 }, ["resign"]), { key: "wait", seat: 1 }],
    ["answer a trade for all", facts({ turn: 1, trades: [trade({ get: { gold: 1 } })] }), { key: "trade" }],
    ["answer a trade for oneself that one cannot pay", facts({ turn: 1, trades: [trade({ to: 0 })] }), { key: "trade" }],
    ["wait when a trade for all cannot be paid", facts({ turn: 1, trades: [trade()] }), { key: "wait", seat: 1 }],
    // It could still be accepted, but it asks nothing any more.
    ["wait when it is declined", facts({ turn: 1, trades: [trade({ get: { gold: 1 }, declined: [0] })] }, ["accept_trade"]), { key: "wait", seat: 1 }],
    ["answer an alliance", facts({ turn: 1, alliance_offers: [{ from: 1, to: 0 }] }), { key: "alliance" }],
    ["roll first, then answer", facts({ rolled: false, alliance_offers: [{ from: 1, to: 0 }] }, ["roll_dice"]), { key: "roll" }],
    ["out of play", facts({ turn: 1 }, [], { isInPlay: false }), { key: "out" }],
    ["watching the draft", facts({ you: null, phase: "draft", turn: 2 }, [], { isInPlay: false }), { key: "watch_pick", seat: 2 }],
    ["watching", facts({ you: null, turn: 2 }, [], { isInPlay: false }), { key: "watch", seat: 2 }],
    ["the connection is lost", facts({}, ["end_turn"], { isConnected: false }), { key: "cut" }],
    ["over", facts({ phase: "over" }, [], { isInPlay: false, isConnected: false }), { key: "over" }],
  ])("%s", (_state, given, expected) => {
    expect(guide(given)).toEqual(expected);
    expect(line(given)).not.toMatch(/[{}]|undefined/);
  });

  test("in one Turkish sentence with a capital at its head", () => {
    expect(line(facts({}, ["attack", "train", "end_turn"]))).toBe("Kesik çizgili bölgeye dokunup saldır, asker eğit ya da turu bitir.");
    expect(line(facts({}, ["advance_age", "end_turn"]))).toBe("Çağ atla ya da turu bitir.");
    expect(line(facts({ turn: 1 }))).toBe("Bekle: Ali oynuyor.");
  });
});
