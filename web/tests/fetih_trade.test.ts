import { describe, expect, test } from "vitest";
import { asking, partIn, stillAside, waitedFor } from "../src/games/fetih/offers";
import { cheapest, priceLeft } from "../src/games/fetih/people/betrayal";
import type { Reading } from "../src/games/fetih/reading";
import { canPay } from "../src/games/fetih/rules/paying";
import { acceptingRefusal, allianceRefusal, bankRefusal, breakingRefusal, offeringRefusal } from "../src/games/fetih/rules/trading";
import type { Goods } from "../src/games/fetih/tables";
import { answers, lastDeal } from "../src/games/fetih/trade/deals";
import { BLANK, fitting, lacking, most, mostTimes, offerOf, suggested, withCount } from "../src/games/fetih/trade/draft";
import type { ToldEvent } from "../src/wire/messages";
import { position, trade } from "./support/fetih.svelte";

const at = (given: Partial<Reading> = {}, resources: Goods = {}) => position({}, given, resources);

function without(reading: Reading, ...out: readonly number[]): Reading {
  return { ...reading, seats: reading.seats.map((seat, n) => (out.includes(n) ? { ...seat, status: "resigned" } : seat)) };
}

const LATE = { turn: 1 };
const EARLY = { rolled: false };

describe("the bank gives one for four (F71)", () => {
  test.each([
    ["out of turn", at(LATE, { wood: 4 }), 1, "not_your_turn"],
    ["before the roll", at(EARLY, { wood: 4 }), 1, "roll_first"],
    ["in the draft", at({ phase: "draft" }, { wood: 4 }), 1, "wrong_phase"],
    ["with three of it", at({}, { wood: 3 }), 1, "cannot_afford"],
    ["with four of it", at({}, { wood: 4 }), 1, null],
    ["twice with seven of it", at({}, { wood: 7 }), 2, "cannot_afford"],
    ["from an empty bank", at({ bank: { wood: 60, stone: 60, food: 60, gold: 0 } }, { wood: 4 }), 1, "bank_short"],
  ] as const)("%s", (_rule, reading, times, code) => {
    expect(bankRefusal(reading, "wood", "gold", times)).toBe(code);
  });

  test("not for the same resource", () => {
    expect(bankRefusal(at({}, { wood: 8 }), "wood", "wood", 1)).toBe("same_resource");
  });

  test.each([
    [{ wood: 3 }, 60, 1],
    [{ wood: 11 }, 60, 2],
    [{ wood: 40 }, 3, 3],
    [{ wood: 40 }, 0, 1],
  ])("with %j and %i in the bank at most %i times", (held, gold, times) => {
    expect(mostTimes(at({ bank: { wood: 60, stone: 60, food: 60, gold } }, held), "wood", "gold")).toBe(times);
  });

  test("what is most at hand is proposed", () => {
    expect(suggested({ wood: 1, stone: 6, food: 0, gold: 2 })).toEqual({ give: "stone", get: "food" });
  });
});

describe("who may answer an offer (F72)", () => {
  test.each([
    ["one's own", trade({ from: 0 }), "mine"],
    ["one to all", trade(), "asked"],
    ["one to oneself", trade({ to: 0 }), "asked"],
    ["one to another", trade({ to: 2 }), "theirs"],
    ["one that was declined", trade({ declined: [0] }), "declined"],
  ] as const)("%s", (_which, one, part) => {
    expect(partIn(at(LATE), one)).toBe(part);
  });

  test("those out of play, and watchers, have no part in any", () => {
    expect(partIn(without(at(LATE), 0), trade())).toBe("theirs");
    expect(partIn(at({ you: null }), trade())).toBe("theirs");
  });

  test.each([
    [{ gold: 2 }, null],
    [{ gold: 1, wood: 9 }, "cannot_afford"],
  ])("with %j it is %s", (held, code) => {
    expect(acceptingRefusal(at(LATE, held), trade().get)).toBe(code);
  });

  test("all are asked that play, but for the offerer and those who have declined", () => {
    expect(waitedFor(at(), trade({ from: 0 }))).toEqual([1, 2]);
    expect(waitedFor(at(), trade({ from: 0, declined: [2] }))).toEqual([1]);
    expect(waitedFor(without(at(), 1), trade({ from: 0 }))).toEqual([2]);
    expect(waitedFor(at(), trade({ from: 0, to: 2 }))).toEqual([2]);
  });
});

describe("what waits for an answer shows over the board (F102d)", () => {
  const open = at({ ...LATE, trades: [trade(), trade({ id: 2, to: 2 }), trade({ id: 3, declined: [0] })], alliance_offers: [{ from: 2, to: 0 }] });

  test("swaps and alliances offered to oneself, and no others", () => {
    expect(asking(open).map(({ key }) => key)).toEqual(["trade 1", "alliance 2"]);
  });

  test("nothing for those who watch, who are out, and when the game is over", () => {
    expect([{ ...open, you: null }, without(open, 0), { ...open, phase: "over" as const }].map((one) => asking(one))).toEqual([[], [], []]);
  });

  test("what was put aside stays aside as long as it stands, and shows again when it is made anew", () => {
    expect(stillAside(new Set(["alliance 2", "trade 9"]), asking(open))).toEqual(new Set(["alliance 2"]));
  });
});

describe("a new offer", () => {
  const reading = at({ bank: { wood: 54, stone: 57, food: 60, gold: 58 } }, { wood: 4, stone: 1 });

  test.each([
    ["out of turn", at(LATE, { wood: 1 }), "not_your_turn"],
    ["with an empty hand", at(), "cannot_afford"],
    ["beside three open ones (F73)", at({ trades: [trade(), trade({ id: 2 }), trade({ id: 3 })] }, { wood: 1 }), "too_many_offers"],
    ["else", at({ trades: [trade(), trade({ id: 2 })] }, { wood: 1 }), null],
  ] as const)("%s", (_when, position, code) => {
    expect(offeringRefusal(position)).toBe(code);
  });

  test("gives at most what is in hand, and wants at most what the others hold together", () => {
    expect(most(reading, BLANK, "give", "wood")).toBe(4);
    expect(most(reading, BLANK, "get", "wood")).toBe(2);
    expect(most(reading, BLANK, "get", "gold")).toBe(2);
    expect(most(reading, BLANK, "get", "food")).toBe(0);
  });

  test("has no kind on both sides", () => {
    const draft = withCount(BLANK, "give", "wood", 1);
    expect(most(reading, draft, "get", "wood")).toBe(0);
    expect(most(reading, withCount(draft, "give", "wood", 0), "get", "wood")).toBe(2);
  });

  test("says which side is empty, and becomes a command with counts above 0 only", () => {
    const given = withCount(withCount(BLANK, "give", "wood", 2), "give", "stone", 0);
    expect([lacking(BLANK), lacking(given)]).toEqual(["give", "get"]);
    const whole = { ...withCount(given, "get", "gold", 1), to: 2 };
    expect(lacking(whole)).toBeNull();
    expect(offerOf(whole)).toEqual({ type: "offer_trade", to: 2, give: { wood: 2 }, get: { gold: 1 } });
  });

  test("shrinks with the hand, and turns to all when the one named has left", () => {
    const draft = { to: 2, give: { wood: 3 }, get: { gold: 2 } };
    const later = without(at({ bank: { wood: 58, stone: 60, food: 60, gold: 59 } }, { wood: 2 }), 2);
    expect(fitting(later, draft)).toEqual({ to: null, give: { wood: 2 }, get: { gold: 1 } });
  });
});

describe("alliances (F74-F78a)", () => {
  test.each([
    ["out of turn", at(LATE), "not_your_turn"],
    ["before the roll", at(EARLY), "roll_first"],
    ["to one who is out", without(at(), 1), "bad_target"],
    ["to an ally", at({ alliances: [[0, 1]] }), "already_allied"],
    ["while one's own offer stands", at({ alliance_offers: [{ from: 0, to: 1 }] }), "already_offered"],
    ["while the other's offer stands", at({ alliance_offers: [{ from: 1, to: 0 }] }), null],
    ["when the game is over", at({ phase: "over" }), "game_over"],
  ] as const)("offered %s", (_when, reading, code) => {
    expect(allianceRefusal(reading, 1)).toBe(code);
  });

  test.each([
    ["without one", at({}, { wood: 5 }), "not_allied"],
    ["with four in hand", at({ alliances: [[0, 1]] }, { wood: 2, gold: 2 }), "cannot_afford"],
    ["with five in hand", at({ alliances: [[0, 1]] }, { wood: 2, gold: 3 }), null],
    ["out of turn", at({ ...LATE, alliances: [[0, 1]] }, { wood: 5 }), "not_your_turn"],
  ] as const)("broken %s", (_when, reading, code) => {
    expect(breakingRefusal(reading, 1)).toBe(code);
  });

  test("the price is five of any mix (F76)", () => {
    expect([{}, { wood: 3 }, { wood: 3, gold: 2 }, { wood: 6 }].map(priceLeft)).toEqual([5, 2, 0, -1]);
  });

  test("the price that is proposed takes from what there is most of, and never more than there is", () => {
    expect(cheapest({ wood: 6, stone: 2, food: 0, gold: 1 })).toEqual({ wood: 5 });
    expect(cheapest({ wood: 2, stone: 2, food: 2, gold: 2 })).toEqual({ wood: 2, stone: 1, food: 1, gold: 1 });
    expect(cheapest({ wood: 1, stone: 1, food: 0, gold: 0 })).toEqual({ wood: 1, stone: 1 });
  });
});

test("a price is paid in its own kinds", () => {
  expect(canPay({ wood: 2, gold: 1 }, { wood: 2, gold: 1 })).toBe(true);
  expect(canPay({ wood: 9 }, { wood: 2, gold: 1 })).toBe(false);
});

describe("what came of it", () => {
  const told = (number: number, ...events: ToldEvent[]) => ({ number, at: number * 1000, told: events });
  const swap = { type: "TradeCompleted", trade: 1, from: 0, by: 1, give: { wood: 1 }, get: { gold: 1 } };

  test("the last swap of this turn that one had a part in", () => {
    const bank = { type: "BankTraded", seat: 0, give: { wood: 4 }, get: { gold: 1 } };
    expect(lastDeal([told(1, bank), told(2, swap)], 1)).toBe(swap);
    expect(lastDeal([told(1, swap), told(2, bank)], 0)).toBe(bank);
    expect(lastDeal([told(1, swap), told(2, bank)], 2)).toBeNull();
    expect(lastDeal([told(1, swap), told(2, { type: "TurnStarted", seat: 1, round: 3 })], 0)).toBeNull();
    expect(lastDeal([told(1, swap)], null)).toBeNull();
  });

  test("the answers to one's own offers of late", () => {
    const declined = { type: "AllianceDeclined", from: 0, to: 2 };
    const story = [told(1, swap), told(2, declined), told(3, { ...swap, from: 1, by: 0 })];
    expect(answers(story, 0, 0).map(({ event }) => event)).toEqual([swap, declined]);
    expect(answers(story, 0, 1500).map(({ event }) => event)).toEqual([declined]);
    expect(answers(story, 0, 9000)).toEqual([]);
    expect(answers(story, null, 0)).toEqual([]);
  });
});
