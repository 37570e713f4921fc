import { describe, expect, test } from "vitest";
import { alliesOf, standing } from "../src/games/fetih/people/standing";
import type { Reading, SeatState } from "../src/games/fetih/reading";
import type { Seat } from "../src/wire/messages";
import { position } from "./support/fetih.svelte";

const seated = (given: Partial<Seat> = {}): Seat => ({
  seat: 1, player: "person", name: "Ali", bot: null, connected: true, muted: false, sat_in: false, ...given,
});

function withSeat(seat: number, given: Partial<SeatState>, more: Partial<Reading> = {}): Reading {
  const reading = position({}, more);
  return { ...reading, seats: reading.seats.map((state, n) => (n === seat ? { ...state, ...given } : state)) };
}

describe("who plays a seat (F101b)", () => {
  test.each([
    ["a person", withSeat(1, {}), seated(), "here"],
    ["a bot", withSeat(1, { kind: "bot", controller: "bot" }), seated({ player: "bot", connected: null }), "bot"],
    ["a person who is gone (F92)", withSeat(1, { connected: false }), seated(), "away"],
    ["a person whose page the room no longer hears", withSeat(1, {}), seated({ connected: false }), "away"],
    ["a bot for a person (F93)", withSeat(1, { connected: false, controller: "bot" }), seated({ connected: false }), "sat_in"],
    ["a bot of the room for a person", withSeat(1, {}), seated({ sat_in: true }), "sat_in"],
    ["a person of whom a replay's room knows nothing", withSeat(1, {}), undefined, "here"],
  ] as const)("%s", (_who, reading, room, player) => {
    expect(standing(reading, 1, room).player).toBe(player);
  });

  test("oneself, unless a bot sits in", () => {
    expect(standing(position(), 0, seated({ seat: 0 })).player).toBe("you");
    expect(standing(withSeat(0, { controller: "bot" }), 0, seated({ seat: 0 })).player).toBe("sat_in");
  });
});

test("regions, hand, soldiers, age", () => {
  const reading = {
    ...withSeat(1, { resource_count: 7, age: "gunpowder" }),
    regions: position({ egypt: { owner: 1, units: { infantry: 3, tank: 2 } }, sahara: { owner: 1, units: {} }, congo: { owner: 0 } }).regions,
  };
  expect(standing(reading, 1, seated())).toMatchObject({ regions: 2, hand: 7, soldiers: 5, age: "gunpowder" });
});

test("its continents with their points, and a claim that all see (F86)", () => {
  const held = (owner: number, points: number) => ({ owner, points, resource: "wood" as const });
  const continents = { asia: held(1, 3), africa: held(0, 2), north_america: held(1, 2), oceania: held(1, 1) };
  const reading = position({}, { continents, claims: [1] });
  const stands = standing(reading, 1, seated());
  expect(stands.continents.map(({ id }) => id).sort()).toEqual(["asia", "north_america", "oceania"]);
  expect([stands.points, stands.claims]).toEqual([6, true]);
  expect(standing(reading, 0, undefined)).toMatchObject({ points: 2, claims: false });
  expect(standing({ ...reading, phase: "over" }, 1, seated()).claims).toBe(false);
});

describe("how it went", () => {
  test.each([
    ["playing on", withSeat(1, {}), null],
    ["eliminated", withSeat(1, { status: "eliminated" }), "eliminated"],
    ["resigned", withSeat(1, { status: "resigned" }), "resigned"],
    ["won", position({}, { phase: "over", winner: 1 }), "winner"],
  ] as const)("%s", (_how, reading, end) => {
    expect(standing(reading, 1, seated()).end).toBe(end);
  });

  test("nobody is on turn who is out, nor when it is over", () => {
    expect(standing(position({}, { turn: 1 }), 1, seated()).isOnTurn).toBe(true);
    expect(standing(position({}, { turn: 0 }), 1, seated()).isOnTurn).toBe(false);
    expect(standing(withSeat(1, { status: "resigned" }, { turn: 1 }), 1, seated()).isOnTurn).toBe(false);
    expect(standing(position({}, { turn: 1, phase: "over" }), 1, seated()).isOnTurn).toBe(false);
  });
});

describe("what it is to the one who looks", () => {
  test.each([
    ["nothing", position(), "none"],
    ["an ally", position({}, { alliances: [[0, 1]] }), "allied"],
    ["one that has offered", position({}, { alliance_offers: [{ from: 1, to: 0 }] }), "asked"],
    ["one that was offered to", position({}, { alliance_offers: [{ from: 0, to: 1 }] }), "offered"],
    ["nothing, for watchers", position({}, { you: null, alliances: [[0, 1]] }), "none"],
    ["oneself", position({}, { you: 1 }), "self"],
  ] as const)("%s", (_what, reading, tie) => {
    expect(standing(reading, 1, seated()).tie).toBe(tie);
  });

  test("all alliances are public", () => {
    const reading = position({}, { you: 2, order: [2, 1, 0], alliances: [[0, 1], [1, 2]] });
    expect(alliesOf(reading, 1)).toEqual([2, 0]);
  });
});
