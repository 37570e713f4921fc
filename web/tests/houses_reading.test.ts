import { beforeAll, describe, expect, test } from "vitest";
import { crownsOfRule, yearsOfRule } from "../src/games/houses/crowns";
import { guide } from "../src/games/houses/guide";
import * as drafts from "../src/games/houses/orders/draft";
import { byTurn, noblesOf, type Paper, places, roleAt, standings } from "../src/games/houses/reading";
import { tell } from "../src/games/houses/told";
import { announced, deedWords, reported } from "../src/games/houses/words";
import { speak } from "../src/i18n/speak.svelte";
import type { JsonObject } from "../src/json";
import { position } from "./support/houses";

beforeAll(() => speak("en"));

const papers = (...given: readonly JsonObject[]) => given as unknown as readonly Paper[];

describe("the court", () => {
  test("has four places a house, empty ones with the turn in which they are filled, if that is known", () => {
    const reading = position({
      nobles: { h0c1: null, h1c3: null },
      house: { vacancies: [{ role: "prince", returns: 7 }] },
      others: { 1: { vacancies: [{ role: "commander" }] } },
    });
    expect(places(reading, 0)[0]).toEqual({ role: "prince", id: null, noble: null, returns: 7 });
    expect(places(reading, 1)[2]).toMatchObject({ role: "commander", id: null, returns: null });
  });

  test("a king stands before the four", () => {
    const reading = position({ nobles: { h1c1: { role: "king" }, h1c5: { house: 1, role: "prince" } } });
    expect(noblesOf(reading, 1).map(([id]) => id)).toEqual(["h1c1", "h1c5", "h1c2", "h1c3", "h1c4"]);
  });

  test("a noble is called by the role that he had", () => {
    const announcements = papers(
      { turn: 2, kind: "coronation", king: "h1c1", house: 1 },
      { turn: 6, kind: "deposition", king: "h1c1", cause: "coup", became: "vizier" },
    );
    const reading = position({ turn: 8, nobles: { h1c1: null }, rest: { announcements } });
    expect([2, 3, 6, 7].map((turn) => roleAt(reading, "h1c1", turn))).toEqual(["prince", "king", "king", "vizier"]);
    expect(roleAt(reading, "h1c9", 3)).toBeNull();
  });

  test("who gave the winner comes first, then who has most crowns", () => {
    const crowns = [3, 9, 20, 0, 9];
    const others = Object.fromEntries(crowns.map((count, house) => [house, { crowns: count }]));
    const reading = position({ house: { crowns: 3 }, others, rest: { result: { winners: [2], cause: "crowns" } } });
    expect(standings(reading)).toEqual([2, 1, 4, 0, 3]);
  });
});

describe("the crowns of a rule (H57, H97)", () => {
  const favour = (turn: number, accepted: boolean) => ({ turn, kind: "favour", target: 2, accepted });

  test("are none while nobody rules", () => {
    expect(yearsOfRule(position())).toEqual([]);
  });

  test("3 for the coronation, then as many as years, 5 at most, and nothing without favour", () => {
    const announcements = papers(favour(4, true), favour(5, false), favour(6, true), favour(9, true));
    const reading = position({ turn: 10, throne: { king: "h1c1", house: 1, since: 3, reigns: 1 }, rest: { announcements } });
    expect(yearsOfRule(reading).map(({ ruling, loyal }) => [ruling, loyal])).toEqual([
      [3, 0], [1, 0], [0, 1], [3, 2], [0, 3], [0, 4], [5, 4],
    ]);
    expect(crownsOfRule(reading)).toBe(12);
  });
});

describe("papers", () => {
  const reading = position({ nobles: { h1c1: { role: "king" }, h1c5: { house: 1, role: "prince" } }, turn: 5 });
  const said = (paper: JsonObject) => announced(reading, paper as Paper);
  const told = (paper: JsonObject) => reported(reading, paper as Paper);

  test("stand by turn, the newest first", () => {
    const all = papers({ turn: 1, kind: "vacancy" }, { turn: 3, kind: "death" }, { turn: 3, kind: "vacancy" });
    expect(byTurn(all).map(([turn, list]) => [turn, list.length])).toEqual([[3, 2], [1, 1]]);
  });

  test.each<[JsonObject, string]>([
    [{ turn: 2, kind: "favour", target: 2, accepted: true }, "The king shows Alvand his favour."],
    [{ turn: 2, kind: "feast", guests: ["h0c1", "h2c1"], attending: ["h0c1"] }, "The king gives a feast. At his table: prince of Zagros. Stayed away: prince of Alvand."],
    [{ turn: 2, kind: "coup", by: "h3c3", success: false }, "A coup fails: commander of Sahand."],
    [{ turn: 2, kind: "deposition", king: "h4c1", cause: "coup", became: null }, "The king falls and leaves the court: prince of Taftan."],
    [{ turn: 2, kind: "command", target: "h2c2", then: { activity: "praise", target: "h0c1" } }, "The king commands vizier of Alvand for next turn: praise: prince of Zagros."],
  ])("announcement %#", (paper, sentence) => {
    expect(said(paper)).toBe(sentence);
  });

  test.each<[JsonObject, string]>([
    [{ turn: 2, kind: "party", house: 3, target: "h0c1", accepted: false }, "Sahand invited prince of Zagros to a party. Declined: no ally."],
    [{ turn: 2, kind: "guard_alarm", house: 3, how: "murder" }, "The royal guard reports an assassin of Sahand after the king."],
    [{ turn: 2, kind: "tracking", target: "h3c4", activities: [] }, "Your informant on treasurer of Sahand: nothing done."],
    [{ turn: 2, kind: "tracking", target: "h3c2", activities: [{ activity: "praise", target: "h0c1" }, { activity: "dismiss" }] }, "Your informant on vizier of Sahand: praise: prince of Zagros and dismissal of the king."],
  ])("report %#", (paper, sentence) => {
    expect(told(paper)).toBe(sentence);
  });

  test("orders are worded with hireling and with what the other is to do", () => {
    expect(deedWords(reading, { activity: "hire", hireling: "minstrel", target: "h0c1" }, 5)).toBe("hiring (minstrel): prince of Zagros");
    const bribe = { activity: "bribe", target: "h2c3", then: { activity: "siege", target: 1 } };
    expect(deedWords(reading, bribe, 5)).toBe("bribe: commander of Alvand (he: siege: Alborz)");
  });

  test("a replay tells each event once, with names instead of ids", () => {
    const telling = { view: reading as unknown as JsonObject, you: 0, nameOf: () => "Ada" };
    expect(tell({ type: "KingCrowned", character: "h1c1", house: 1 }, telling)).toBeNull();
    expect(tell({ type: "PrestigeChanged", character: "h0c2", house: 0, delta: 2, prestige: 4, step: 9 }, telling)).toBe(
      "vizier of Zagros: prestige 4 (2).",
    );
    expect(tell({ type: "OrdersSubmitted", seat: 0, house: 0 }, telling)).toBe("Ada gave your house's orders.");
  });
});

describe("the line that says what to do", () => {
  const line = (reading: ReturnType<typeof position>, isConnected = true) => guide(reading, drafts.begin(reading), isConnected);
  const sheet = (...confirmed: readonly number[]) => ({ house: { sheet: { orders: [], confirmed } }, partners: [5] });

  test.each([
    ["write", line(position())],
    ["confirm", line(position(sheet(5)))],
    ["wait_partners", line(position(sheet(0)))],
    ["wait", line(position(sheet(0, 5)))],
    ["cut", line(position(), false)],
    ["watch", line(position({ rest: { you: null } }))],
    ["over", line(position({ rest: { phase: "over" } }))],
  ])("%s", (expected, found) => {
    expect(found).toBe(expected);
  });

  test("changes come before what a partner did", () => {
    const reading = position(sheet(0, 5));
    expect(guide(reading, drafts.instruct(drafts.begin(reading), { veto: [1] }), true)).toBe("change");
  });
});
