import { beforeAll, describe, expect, test } from "vitest";
import { type Act, type Moment, refusal } from "../src/games/fetih/bar/actions";
import { rest } from "../src/games/fetih/bar/clock";
import { type Facts, guide } from "../src/games/fetih/bar/guide";
import { changes, strength } from "../src/games/fetih/bar/wealth";
import { wording } from "../src/games/fetih/bar/wording";
import { read } from "../src/games/fetih/reading";
import { speak } from "../src/i18n/speak.svelte";
import type { JsonObject } from "../src/json";

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

describe("the buttons of a turn", () => {
  const RICH = { wood: 5, stone: 5, food: 5, gold: 5 };
  const now: Moment = { phase: "play", isInPlay: true, isMyTurn: true, rolled: true, age: "sword", hand: RICH };

  test.each<[string, Partial<Moment>, Partial<Record<Act, string | null>>]>([
    ["all may be pressed after the roll but the roll", {}, { roll_dice: "already_rolled", advance_age: null, end_turn: null }],
    ["before it only the roll", { rolled: false }, { roll_dice: null, advance_age: "roll_first", end_turn: "roll_first" }],
    ["none on another's turn", { isMyTurn: false }, { roll_dice: "not_your_turn", advance_age: "not_your_turn", end_turn: "not_your_turn" }],
    ["none in the draft", { phase: "draft", rolled: false }, { roll_dice: "wrong_phase", end_turn: "wrong_phase" }],
    ["none when out", { isInPlay: false, isMyTurn: false }, { roll_dice: "not_playing", end_turn: "not_playing" }],
    ["none at the end", { phase: "over", isInPlay: false }, { roll_dice: "game_over", end_turn: "game_over" }],
    ["the age not twice, rich or not", { age: "gunpowder", hand: {} }, { advance_age: "already_advanced" }],
    ["the age only with 5 of each", { hand: { ...RICH, gold: 4 } }, { advance_age: "cannot_afford" }],
  ])("%s", (_rule, change, expected) => {
    const found = Object.fromEntries(Object.keys(expected).map((act) => [act, refusal(act as Act, { ...now, ...change })]));
    expect(found).toEqual(expected);
  });
});

test("what came and went in a hand", () => {
  expect(changes({ wood: 1, stone: 4, food: 0, gold: 2 }, { wood: 5, stone: 0, food: 0, gold: 2 })).toEqual({ wood: 4, stone: -4 });
  expect(changes({}, { gold: 1 })).toEqual({ gold: 1 });
});

test("soldiers count by 1, 2, 3, 5 and 7 (F40, F41)", () => {
  expect(strength({ infantry: 1, archer: 1, cavalry: 1, musketeer: 1, tank: 1 })).toBe(18);
  expect(strength({ infantry: 3, tank: 2 })).toBe(17);
});

describe("the one line says what to do (F103)", () => {
  const view = (change: JsonObject) =>
    read({
      you: 0, phase: "play", order: [1, 0, 2], turn: 0, round: 2, rolled: true, picks: 6, trades: [], alliance_offers: [],
      seats: [0, 1, 2].map(() => ({ picked: ["egypt", "iberia"], status: "playing" })), ...change,
    } as JsonObject);
  const facts = (change: JsonObject, types: readonly (string | JsonObject)[] = [], rest: Partial<Facts> = {}): Facts => ({
    reading: view(change),
    options: types.map((one) => ({ command: typeof one === "string" ? { type: one } : one, fields: {} })),
    isInPlay: true,
    isConnected: true,
    ...rest,
  });
  const NAMES = ["Ayşe", "Ali", "Bot"];
  const line = (given: Facts) => wording(guide(given), (seat) => NAMES[seat]!);

  beforeAll(() => speak("tr"));

  test.each<[string, Facts, object]>([
    ["choose the first region", facts({ phase: "draft", seats: [0, 1, 2].map(() => ({ picked: [] })) }), { key: "pick", pick: 1 }],
    ["choose the second", facts({ phase: "draft", seats: [0, 1, 2].map(() => ({ picked: ["egypt"] })) }), { key: "pick", pick: 2 }],
    ["another chooses", facts({ phase: "draft", turn: 1 }), { key: "wait_pick", seat: 1 }],
    ["roll", facts({ rolled: false }, ["roll_dice", "resign"]), { key: "roll" }],
    ["act", facts({}, ["attack", "train", "end_turn"]), { key: "act", ways: ["attack", "train"] }],
    ["act, with much to do", facts({}, ["train", "advance_age", "attack", { type: "build", structure: "village" }, "bank_trade"]), { key: "act", ways: ["age", "attack", "village"] }],
    ["act, with a fence alone", facts({}, [{ type: "build", structure: "fence" }, "ship"]), { key: "act", ways: ["build", "ship"] }],
    ["end", facts({}, ["end_turn", "offer_alliance"]), { key: "act", ways: [] }],
    ["wait before one's own first turn", facts({ turn: 1, round: 1 }), { key: "wait_first", seat: 1 }],
    ["wait after it", facts({ turn: 2, round: 1 }), { key: "wait", seat: 2 }],
    ["wait", facts({ turn: 1 }, ["resign"]), { key: "wait", seat: 1 }],
    ["answer a trade", facts({ turn: 1 }, ["accept_trade", "decline_trade"]), { key: "trade" }],
    ["answer a trade for oneself that one cannot pay", facts({ turn: 1, trades: [{ to: 0, from: 1, declined: [] }] }, ["decline_trade"]), { key: "trade" }],
    ["wait when a trade for all cannot be paid", facts({ turn: 1, trades: [{ to: null, from: 1, declined: [] }] }, ["decline_trade"]), { key: "wait", seat: 1 }],
    ["wait when it is declined", facts({ turn: 1, trades: [{ to: 0, from: 1, declined: [0] }] }), { key: "wait", seat: 1 }],
    ["answer an alliance", facts({ turn: 1 }, ["accept_alliance", "decline_alliance"]), { key: "alliance" }],
    ["roll first, then answer", facts({ rolled: false }, ["roll_dice", "accept_alliance"]), { key: "roll" }],
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
