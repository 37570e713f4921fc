import { beforeEach, describe, expect, test } from "vitest";
import type { Reading, Region } from "../src/games/fetih/reading";
import { Choice } from "../src/games/fetih/region/choice.svelte";
import { capped } from "../src/games/fetih/region/composing";
import { corner, formOn, sideFor } from "../src/games/fetih/region/place";
import { FakeTable, position } from "./support/fetih.svelte";

type Board = Record<string, Partial<Region>>;

/** Iberia and Britain border on France; Italy, joined to Iberia, is full, and North Africa is neutral. */
const BOARD: Board = {
  iberia: { owner: 0, units: { infantry: 2, archer: 1 } },
  britain: { owner: 0, units: { cavalry: 3 }, used: { cavalry: 1 } },
  italy: { owner: 0, units: { infantry: 10 }, used: { infantry: 10 } },
  france: { owner: 1, units: { infantry: 3 } },
};

let table: FakeTable;
let choice: Choice;

function sit(board: Board, given: Partial<Reading> = {}): void {
  table = new FakeTable(position(board, given));
  choice = new Choice(table.scene);
}

function become(board: Board, given: Partial<Reading> = {}): void {
  table.show(position(board, given));
  choice.follow();
}

function answer(...given: Parameters<FakeTable["answer"]>): void {
  choice.follow();
  table.answer(...given);
  choice.follow();
}

const forces = () => Object.fromEntries(choice.attack);

beforeEach(() => sit(BOARD));

describe("a window", () => {
  test("opens by a click, and closes by one beside all regions", () => {
    choice.click("japan");
    expect(choice.selected).toBe("japan");
    choice.click(null);
    expect(choice.selected).toBeNull();
  });

  test("closes when one's turn ends", () => {
    choice.click("iberia");
    become(BOARD);
    expect(choice.selected).toBe("iberia");
    become(BOARD, { turn: 1 });
    expect(choice.selected).toBeNull();
  });

  test("that others' turns found open stays until one's own ends", () => {
    sit(BOARD, { turn: 1 });
    choice.click("iberia");
    become(BOARD, { turn: 2 });
    become(BOARD, { rolled: false });
    expect(choice.selected).toBe("iberia");
    become(BOARD, { turn: 1, round: 3 });
    expect(choice.selected).toBeNull();
  });

  test("closes between two choices running in the draft", () => {
    sit({}, { phase: "draft", picks: 2, pickable: ["japan"] });
    choice.click("japan");
    become({ japan: { owner: 0 } }, { phase: "draft", picks: 3 });
    expect(choice.selected).toBeNull();
  });
});

describe("outlined are", () => {
  const outlined = () => [...choice.outlined].sort();

  test("in the draft the regions that may be chosen, for who is to choose", () => {
    sit({}, { phase: "draft", pickable: ["japan", "peru"] });
    expect(outlined()).toEqual(["japan", "peru"]);
    sit({}, { phase: "draft", pickable: [], turn: 1 });
    expect(outlined()).toEqual([]);
  });

  test("the targets of all own regions, or of the one that is selected", () => {
    expect(outlined()).toEqual(["france", "greenland", "north_africa"]);
    choice.click("iberia");
    expect(outlined()).toEqual(["france", "north_africa"]);
    choice.click("italy");
    expect(outlined()).toEqual([]);
    choice.click("japan");
    expect(outlined()).toEqual(["france", "greenland", "north_africa"]);
  });

  test("nothing before the roll and out of turn", () => {
    become(BOARD, { rolled: false });
    expect(outlined()).toEqual([]);
    become(BOARD, { turn: 1 });
    expect(outlined()).toEqual([]);
  });

  test("the destinations with room for a shipment", () => {
    sit({ ...BOARD, north_africa: { owner: 0 } });
    choice.click("iberia");
    choice.chooseShipment();
    expect(outlined()).toEqual(["north_africa"]);
    expect(choice.destinations).toEqual(["italy", "north_africa"]);
  });
});

describe("an attack", () => {
  test("is suggested with all that is ready in the strongest neighbour", () => {
    choice.click("france");
    expect(forces()).toEqual({ britain: { cavalry: 2 } });
    expect(choice.strengths).toEqual({ attack: 6, defence: 3 });
    expect(choice.chance).toBe(67);
    expect(choice.attackRefusal).toBeNull();
  });

  test("goes out from the region from which the target was chosen", () => {
    choice.click("iberia");
    choice.chooseTarget();
    choice.click("france");
    expect(choice.selected).toBe("france");
    expect(forces()).toEqual({ iberia: { infantry: 2, archer: 1 } });
  });

  test("on what is no target opens that region instead", () => {
    choice.click("iberia");
    choice.chooseTarget();
    choice.click("japan");
    expect([choice.selected, choice.asking, choice.attackRefusal]).toEqual(["japan", "region", "not_adjacent"]);
  });

  test("takes soldiers of several regions, and the chance follows", () => {
    choice.click("france");
    choice.send("iberia", "archer", 1);
    expect(forces()).toEqual({ britain: { cavalry: 2 }, iberia: { archer: 1 } });
    expect(choice.chance).toBe(73);
    choice.send("britain", "cavalry", 0);
    expect(forces()).toEqual({ iberia: { archer: 1 } });
    expect(choice.chance).toBe(40);
  });

  test("of nobody is not ready", () => {
    choice.click("france");
    choice.send("britain", "cavalry", 0);
    expect(choice.attackRefusal).toBe("not_ready");
    choice.confirm(true);
    expect(choice.isConfirming).toBe(false);
  });

  test("names the chance that was confirmed", () => {
    choice.click("france");
    choice.send("iberia", "archer", 1);
    choice.confirm(true);
    choice.strike();
    expect(table.played).toEqual([
      {
        type: "attack",
        from: "britain",
        to: "france",
        units: { cavalry: 2 },
        support: [{ from: "iberia", units: { archer: 1 } }],
        chance: 73,
      },
    ]);
  });

  test("without a confirmation is none: another force asks anew", () => {
    choice.click("france");
    choice.confirm(true);
    choice.send("iberia", "archer", 1);
    expect(choice.isConfirming).toBe(false);
  });

  test("that is made closes the window, so that the board is seen", () => {
    choice.click("france");
    choice.strike();
    answer();
    expect(choice.selected).toBeNull();
  });

  test("that is refused stands as it was, with the reason", () => {
    choice.click("france");
    choice.send("iberia", "archer", 1);
    choice.strike();
    answer("allied");
    expect(choice.refusal?.code).toBe("allied");
    expect(forces()).toEqual({ britain: { cavalry: 2 }, iberia: { archer: 1 } });
    choice.send("iberia", "archer", 0);
    expect(choice.refusal).toBeNull();
  });

  test("whose chance has changed is asked again at the new one", () => {
    choice.click("france");
    choice.confirm(true);
    choice.strike();
    answer("chance_changed", { chance: 60 });
    expect([choice.isConfirming, choice.chance]).toEqual([true, 60]);
    choice.strike();
    expect(table.played.at(-1)).toMatchObject({ units: { cavalry: 2 }, chance: 60 });

    answer("chance_changed", { chance: 60 });
    // The view that tells why reckons for itself again.
    become({ ...BOARD, france: { owner: 1, units: { infantry: 4 } } });
    expect([choice.isConfirming, choice.chance]).toEqual([true, 60]);
    become({ ...BOARD, france: { owner: 1, units: { infantry: 6 } } });
    expect(choice.chance).toBe(50);
  });

  test("is mended when soldiers are no longer there", () => {
    choice.click("france");
    choice.send("iberia", "archer", 1);
    become({ ...BOARD, britain: { owner: 0, units: { cavalry: 3 }, used: { cavalry: 2 } } });
    expect(forces()).toEqual({ britain: { cavalry: 1 }, iberia: { archer: 1 } });
    become({ ...BOARD, britain: { owner: 1 } });
    expect(forces()).toEqual({ iberia: { archer: 1 } });
    become({ ...BOARD, britain: { owner: 1 }, iberia: { owner: 0, units: { infantry: 1 } } });
    expect(forces()).toEqual({ iberia: { infantry: 1 } });
  });

  test("takes ten at most", () => {
    const many = { owner: 0, units: { infantry: 7 } };
    sit({ iberia: many, britain: many });
    choice.click("france");
    expect(forces()).toEqual({ britain: { infantry: 7 } });
    choice.send("iberia", "infantry", 3);
    expect(choice.attackRefusal).toBeNull();
    choice.send("iberia", "infantry", 4);
    expect(forces()).toEqual({ britain: { infantry: 7 }, iberia: { infantry: 3 } });
  });
});

describe("a shipment", () => {
  const open: Board = { ...BOARD, north_africa: { owner: 0, units: { infantry: 8 } } };

  beforeEach(() => {
    sit(open);
    choice.click("iberia");
    choice.chooseShipment();
  });

  test("begins with all that are ready, and takes what has room, the strongest first", () => {
    expect(choice.load).toEqual({ infantry: 2, archer: 1 });
    choice.click("north_africa");
    expect([choice.selected, choice.destination]).toEqual(["iberia", "north_africa"]);
    expect(choice.load).toEqual({ infantry: 1, archer: 1 });
    choice.take("archer", 0);
    choice.ship();
    expect(table.played).toEqual([{ type: "ship", from: "iberia", to: "north_africa", units: { infantry: 1 } }]);
    answer();
    expect([choice.selected, choice.asking]).toEqual(["iberia", "region"]);
  });

  test("to a full region, or one that nothing joins, says why not", () => {
    choice.click("italy");
    expect(choice.shipmentRefusal).toBe("region_full");
    choice.click("britain");
    expect(choice.shipmentRefusal).toBe("not_connected");
  });

  test("is left by a click on somebody else's region", () => {
    choice.click("france");
    expect([choice.selected, choice.asking]).toEqual(["france", "region"]);
  });

  test("loses its destination with the region", () => {
    choice.click("north_africa");
    become({ ...open, north_africa: { owner: 1 } });
    expect(choice.destination).toBeNull();
  });
});

test("of a force the strongest are kept", () => {
  expect(capped({ infantry: 4, cavalry: 2, tank: 1 }, 4)).toEqual({ infantry: 1, cavalry: 2, tank: 1 });
});

describe("the window's place", () => {
  const map = { width: 1000, height: 600 };
  const card = { width: 300, height: 250 };

  test.each([
    ["above", 500, 500],
    ["after", 100, 100],
    ["before", 900, 100],
  ] as const)("%s the tile at %i, %i, which stays free", (side, x, y) => {
    expect(sideFor({ x, y }, 50, card, map)).toBe(side);
    const { x: left, y: top } = corner(side, { x, y }, 50, card, map);
    expect(left >= x + 50 || left + card.width <= x - 50 || top >= y + 50 || top + card.height <= y - 50).toBe(true);
    expect(left >= 0 && top >= 0 && left + card.width <= map.width && top + card.height <= map.height).toBe(true);
  });

  test("hides as few as it can of the regions that one decides about", () => {
    const spot = { x: 500, y: 300 };
    const beside = { x: 650, y: 300 };
    expect(sideFor(spot, 50, card, map)).toBe("after");
    expect(sideFor(spot, 50, card, map, [beside])).toBe("before");
    expect(sideFor(spot, 50, card, map, [beside, { x: 350, y: 300 }])).toBe("after");
  });

  test("is the map's edge where no side has room", () => {
    const narrow = { width: 500, height: 400 };
    expect(sideFor({ x: 250, y: 200 }, 50, card, narrow)).toBeNull();
    expect(corner(null, { x: 250, y: 200 }, 50, card, narrow)).toEqual({ x: 192, y: 8 });
  });

  test("is a sheet on a phone, at the side when it lies", () => {
    expect(formOn({ width: 360, height: 420 })).toBe("sheet");
    expect(formOn({ width: 640, height: 240 })).toBe("side");
    expect(formOn({ width: 768, height: 800 })).toBe("card");
  });
});
