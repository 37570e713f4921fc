import { describe, expect, test } from "vitest";
import type { Reading, Region, SeatState } from "../src/games/fetih/reading";
import { actionRefusal, pickRefusal, rollRefusal } from "../src/games/fetih/rules/acting";
import { attackFromRefusal, attackRefusal, chance, defence, targets } from "../src/games/fetih/rules/battle";
import { ageRefusal, buildRefusal, trainable, trainRefusal } from "../src/games/fetih/rules/building";
import { connected, shipFromRefusal, shipRefusal } from "../src/games/fetih/rules/shipping";
import { BALANCE, PLACES } from "../src/games/fetih/tables";
import { position, region } from "./support/fetih.svelte";

describe("strength and chance", () => {
  test.each([
    // attack, defence, chance
    [1, 1, 50],
    [2, 1, 67],
    [1, 2, 33],
    [3, 5, 38], // 37.5: halves up
    [5, 3, 63], // 62.5
    [1, 7, 13], // 12.5
    [1, 199, 1], // 0.5
    [70, 1, 99],
    [1, 76, 1],
    [4, 0, 100],
    [0, 3, 0],
    [0, 0, 0],
  ])("%i against %i is %i per cent (F54)", (attack, against, percent) => {
    expect(chance(attack, against)).toBe(percent);
  });

  test("with any defence the chance is neither nothing nor certain", () => {
    for (let attack = 1; attack <= 70; attack++) {
      for (let against = 1; against <= 76; against++) {
        const percent = chance(attack, against);
        expect(percent).toBeGreaterThanOrEqual(1);
        expect(percent).toBeLessThanOrEqual(99);
      }
    }
  });

  test.each([
    ["soldiers by their kinds", { units: { infantry: 1, archer: 1, cavalry: 1, musketeer: 1, tank: 1 } }, 18],
    ["a fence and a village in an empty region", { units: {}, defence: "fence", village: true }, 4],
    ["a wall instead of the fence", { units: {}, defence: "wall" }, 5],
    ["a plundered village too", { units: { infantry: 2 }, village: true, plundered: true }, 3],
    ["nothing", { units: {} }, 0],
  ] as const)("the defence counts %s (F53)", (_what, given, sum) => {
    expect(defence(region(given))).toBe(sum);
  });
});

describe("who may act, in the order of F211", () => {
  const codes = (given: Partial<Reading>) => actionRefusal(position({}, given));

  test.each([
    [{ phase: "over", rolled: false, turn: 1 }, "game_over"],
    [{ phase: "draft", turn: 1 }, "wrong_phase"],
    [{ turn: 1, rolled: false }, "not_your_turn"],
    [{ rolled: false }, "roll_first"],
    [{}, null],
  ] as const)("%j: %s", (given, code) => {
    expect(codes(given)).toBe(code);
  });

  test("who is out plays no more, whatever the phase", () => {
    const out = { status: "eliminated" } as SeatState;
    expect(actionRefusal(position({}, { seats: [out], rolled: false }))).toBe("not_playing");
    expect(actionRefusal(position({}, { you: null }))).toBe("not_playing");
  });

  test("the dice are thrown once", () => {
    expect(rollRefusal(position({}, { rolled: false }))).toBeNull();
    expect(rollRefusal(position())).toBe("already_rolled");
  });
});

describe("the draft", () => {
  const draft = (regions: Record<string, Partial<Region>> = {}) =>
    position(regions, { phase: "draft", pickable: ["japan", "china"] });

  test.each([
    ["japan", null],
    ["peru", "too_close"],
    ["iberia", "region_taken"],
    ["chile", "region_taken"],
  ] as const)("%s: %s", (id, code) => {
    // Chile was left with its village by somebody who resigned.
    const reading = draft({ iberia: { owner: 1, village: true }, chile: { village: true } });
    expect(pickRefusal(reading, id)).toBe(code);
  });

  test("nobody chooses out of turn or later", () => {
    expect(pickRefusal({ ...draft(), turn: 1 }, "japan")).toBe("not_your_turn");
    expect(pickRefusal(position(), "japan")).toBe("wrong_phase");
  });
});

describe("training", () => {
  const code = (at: Partial<Region>, resources: object, unit: "infantry" | "tank" = "infantry", count = 1) =>
    trainRefusal(position({ japan: { owner: 0, ...at } }, {}, resources), "japan", unit, count);

  test("is refused for the first reason that holds", () => {
    expect(code({ owner: 1 }, {})).toBe("not_yours");
    expect(code({ units: { infantry: 10 } }, {}, "tank")).toBe("no_village");
    expect(code({ village: true, units: { infantry: 10 } }, {}, "tank")).toBe("age_required");
    expect(code({ village: true, units: { infantry: 9 } }, {}, "infantry", 2)).toBe("region_full");
    expect(code({ village: true, units: { infantry: 9 } }, { food: 1 })).toBe("cannot_afford");
    expect(code({ village: true, plundered: true, units: { infantry: 9 } }, { food: 2 })).toBeNull();
  });

  test("goes as far as room and means allow", () => {
    const most = (units: object, food: number) =>
      trainable(position({ japan: { owner: 0, village: true, units } }, {}, { food }), "japan", "infantry");
    expect(most({ infantry: 2 }, 7)).toBe(3);
    expect(most({ infantry: 8 }, 60)).toBe(2);
    expect(most({ infantry: 10 }, 60)).toBe(0);
  });
});

test.each([
  ["village", { owner: 1 }, {}, "not_yours"],
  ["village", { village: true }, {}, "already_built"],
  ["fence", { defence: "wall" }, {}, "already_built"],
  ["wall", { defence: "wall" }, {}, "already_built"],
  ["wall", { defence: "none" }, {}, "fence_required"],
  ["wall", { defence: "fence" }, { stone: 2 }, "cannot_afford"],
  ["wall", { defence: "fence" }, { stone: 3 }, null],
  ["fence", { defence: "none" }, { wood: 2 }, null],
] as const)("building a %s where there is %j with %j: %s", (structure, at, resources, code) => {
  expect(buildRefusal(position({ japan: { owner: 0, ...at } }, {}, resources), "japan", structure)).toBe(code);
});

const RICH = { wood: 9, stone: 9, food: 9, gold: 9 };

test("the age costs all that it costs, and comes once", () => {
  expect(ageRefusal(position({}, {}, { wood: 5, stone: 5, food: 5, gold: 4 }))).toBe("cannot_afford");
  expect(ageRefusal(position({}, {}, BALANCE.ageCost))).toBeNull();
  const advanced = position().seats.map((seat) => ({ ...seat, age: "gunpowder" as const, resources: RICH }));
  expect(ageRefusal(position({}, { seats: advanced }))).toBe("already_advanced");
});

describe("attacks", () => {
  // Iberia's neighbours: Italy, its own, France by land, North Africa across the sea.
  const board = {
    italy: { owner: 0, units: {} },
    iberia: { owner: 0, units: { infantry: 2, archer: 1 } },
    france: { owner: 1, units: { infantry: 1 } },
    north_africa: { owner: null },
  };

  test("reach over land and sea what is not one's own", () => {
    expect([...targets(position(board), "iberia")].sort()).toEqual(["france", "north_africa"]);
  });

  test("reach only neutral regions in the first round (F33), and no allies (F62)", () => {
    expect(targets(position(board, { round: 1 }), "iberia")).toEqual(["north_africa"]);
    expect(targets(position(board, { alliances: [[0, 1]] }), "iberia")).toEqual(["north_africa"]);
  });

  test("reach nothing when nobody is ready", () => {
    const used = { ...board, iberia: { ...board.iberia, used: { infantry: 2, archer: 1 } } };
    expect(targets(position(used), "iberia")).toEqual([]);
    expect(attackFromRefusal(position(used), "iberia")).toBe("not_ready");
  });

  test("are refused for the first reason that holds", () => {
    const code = (to: string, forces: [string, object][], given: Partial<Reading> = {}, more = {}) =>
      attackRefusal(position({ ...board, ...more }, given), to, new Map(forces));
    expect(code("france", [["germany", { infantry: 1 }]])).toBe("not_yours");
    expect(code("iberia", [["iberia", { infantry: 1 }]])).toBe("own_region");
    expect(code("japan", [["iberia", { infantry: 1 }]])).toBe("not_adjacent");
    expect(code("japan", [])).toBe("not_adjacent");
    expect(code("france", [], { round: 1 })).toBe("first_round");
    expect(code("france", [], { alliances: [[1, 0]] })).toBe("allied");
    expect(code("france", [])).toBe("not_ready");
    expect(code("france", [["iberia", {}]])).toBe("not_ready");
    expect(code("france", [["iberia", { infantry: 3 }]])).toBe("not_ready");
    expect(code("france", [["iberia", { infantry: 2 }]])).toBeNull();
    expect(code("france", [["iberia", { infantry: 2 }]], { rolled: false })).toBe("roll_first");
    const britain = { britain: { owner: 0, units: { infantry: 8 } } };
    expect(code("france", [["iberia", { infantry: 2, archer: 1 }], ["britain", { infantry: 8 }]], {}, britain)).toBe("too_many_units");
  });

  test("from a region with own land around it there is nobody to attack", () => {
    const mine = { ...board, france: { owner: 0 }, north_africa: { owner: 0 } };
    expect(attackFromRefusal(position(mine), "iberia")).toBe("own_region");
  });
});

describe("shipments", () => {
  const board = {
    iberia: { owner: 0, units: { infantry: 3 }, used: { infantry: 1 } },
    north_africa: { owner: 0, units: { infantry: 9 } },
    sahara: { owner: 0, units: {} },
    japan: { owner: 0, units: {} },
  };

  test("go over own regions, across the sea too (F67)", () => {
    expect([...connected(position(board), "iberia")].sort()).toEqual(["iberia", "north_africa", "sahara"]);
  });

  test("do not go over land of others, allies' neither (F68)", () => {
    const cut = { ...board, north_africa: { owner: 1 } };
    expect([...connected(position(cut, { alliances: [[0, 1]] }), "iberia")]).toEqual(["iberia"]);
  });

  test("are refused for the first reason that holds", () => {
    const code = (to: string, units: object) => shipRefusal(position(board), "iberia", to, units);
    expect(code("france", { infantry: 1 })).toBe("not_yours");
    expect(code("iberia", { infantry: 1 })).toBe("same_region");
    expect(code("japan", { infantry: 9 })).toBe("not_connected");
    expect(code("north_africa", { infantry: 3 })).toBe("not_ready");
    expect(code("north_africa", { infantry: 2 })).toBe("region_full");
    expect(code("north_africa", { infantry: 1 })).toBeNull();
    expect(code("sahara", { infantry: 2 })).toBeNull();
  });

  test("begin where somebody is ready and there is somewhere to go", () => {
    expect(shipFromRefusal(position(board), "iberia")).toBeNull();
    expect(shipFromRefusal(position(board), "japan")).toBe("not_connected");
    expect(shipFromRefusal(position(board), "sahara")).toBe("not_ready");
    const full = { ...board, sahara: { owner: 1 }, north_africa: { owner: 0, units: { infantry: 10 } } };
    expect(shipFromRefusal(position(full), "iberia")).toBe("region_full");
  });
});

test("a test position has every region of the board", () => {
  expect(Object.keys(position().regions)).toEqual(PLACES.map(({ id }) => id));
});
