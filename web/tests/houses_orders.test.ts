import { describe, expect, test } from "vitest";
import * as drafts from "../src/games/houses/orders/draft";
import type { Draft } from "../src/games/houses/orders/draft";
import { lockOf } from "../src/games/houses/orders/locks";
import { added, areAtOdds, slots } from "../src/games/houses/orders/slots";
import type { Noble, Order, Reading } from "../src/games/houses/reading";
import { ACTIVITY } from "../src/games/houses/tables";
import type { Json } from "../src/json";
import type { Option } from "../src/wire/messages";
import { deed, offering, order, position, sending, targets } from "./support/houses";

const OFFERED = offering(
  order("h0c1", "party", targets("h0c2", "h1c1")),
  order("h0c2", "praise", targets("h0c1", "h1c1")),
  order("h0c2", "sabotage", targets("h1c1")),
  order("h0c2", "dismiss"),
  ...sending("h0c4", "hire"),
  order("h0c4", "bribe", {
    target: { const: "h1c1" },
    then: { anyOf: [deed("party", targets("h0c1", "h2c1")), deed("marriage", targets(0, 2))] },
  }),
  order("h0c4", "bribe", {
    target: { const: "h1c4" },
    then: { anyOf: [deed("trade", targets(0, 2)), ...sending("", "hire").map(({ properties }) => deed("hire", without(properties)))] },
  }),
);

function without(properties: Json | undefined) {
  const { by: _by, activity: _activity, ...rest } = properties as Record<string, never>;
  return rest;
}

function written(reading: Reading, options: readonly Option[], by: string, activity: string, ...answers: readonly Json[]): Draft {
  let draft = drafts.pick(drafts.begin(reading), reading, options, by, activity);
  for (const answer of answers) draft = drafts.choose(draft, reading, options, answer);
  return draft;
}

describe("an order is written by answering what the server's template asks", () => {
  const reading = position();

  test("a target", () => {
    const draft = written(reading, OFFERED, "h0c1", "party");
    expect(drafts.asked(draft, OFFERED)).toEqual({ field: "target", isThen: false, choices: ["h0c2", "h1c1"] });
    expect(drafts.choose(draft, reading, OFFERED, "h1c1")).toMatchObject({
      picking: null, orders: [{ by: "h0c1", activity: "party", target: "h1c1" }],
    });
  });

  test("nothing, where there is nothing to choose", () => {
    expect(written(reading, OFFERED, "h0c2", "dismiss")).toMatchObject({ picking: null, orders: [{ by: "h0c2", activity: "dismiss" }] });
  });

  test("a hireling first, then whom that one can be sent to", () => {
    const draft = written(reading, OFFERED, "h0c4", "hire", "ambassador");
    expect(drafts.asked(draft, OFFERED)?.choices).toEqual([1, 2, 3, 4]);
    expect(drafts.choose(draft, reading, OFFERED, 3).orders).toEqual([
      { by: "h0c4", activity: "hire", hireling: "ambassador", target: 3 },
    ]);
  });

  test("what the other noble is to do, by his role", () => {
    const draft = written(reading, OFFERED, "h0c4", "bribe", "h1c1");
    expect(drafts.asked(draft, OFFERED)).toEqual({ field: "activity", isThen: true, choices: ["party", "marriage"] });
    expect(written(reading, OFFERED, "h0c4", "bribe", "h1c4", "hire", "assassin", "h2c1").orders).toEqual([
      { by: "h0c4", activity: "bribe", target: "h1c4", then: { activity: "hire", hireling: "assassin", target: "h2c1" } },
    ]);
  });

  test("one guest of each house, in any mix", () => {
    const feast = offering(order("h0c5", "feast", { guests: { enum: [["h0c1", "h1c1", "h2c1"], ["h0c2", "h1c2", "h2c1"]] } }));
    const draft = written(reading, feast, "h0c5", "feast", "h0c1");
    expect(drafts.asked(draft, feast)?.choices).toEqual(["h1c1", "h1c2"]);
    expect(written(reading, feast, "h0c5", "feast", "h0c1", "h1c2", "h2c1").orders).toEqual([
      { by: "h0c5", activity: "feast", guests: ["h0c1", "h1c2", "h2c1"] },
    ]);
  });

  test("an appointment without a task leaves the target out", () => {
    const appointing = offering(...sending("h0c5", "appoint_attendant", true));
    expect(written(reading, appointing, "h0c5", "appoint_attendant", "minstrel", null).orders).toEqual([
      { by: "h0c5", activity: "appoint_attendant", hireling: "minstrel" },
    ]);
  });

  test("what is not offered cannot be chosen", () => {
    expect(written(reading, OFFERED, "h0c1", "claim")).toEqual(drafts.begin(reading));
    const draft = written(reading, OFFERED, "h0c1", "party");
    expect(drafts.choose(draft, reading, OFFERED, "h4c1")).toBe(draft);
    expect(drafts.pick(drafts.begin(reading), reading, [], "h0c1", "party").picking).toBeNull();
  });

  test("step by step it is taken back", () => {
    let draft = written(reading, OFFERED, "h0c4", "bribe", "h1c4", "hire", "assassin");
    const seen: unknown[] = [];
    for (; draft.picking !== null; draft = drafts.back(draft)) seen.push(drafts.asked(draft, OFFERED)?.field);
    expect(seen).toEqual(["target", "hireling", "activity", "target"]);
    expect(drafts.cancel(written(reading, OFFERED, "h0c1", "party")).picking).toBeNull();
  });
});

describe("a sheet is never more than a house may give", () => {
  const praise = { by: "h0c2", activity: "praise", target: "h0c1" };
  const sabotage = { by: "h0c2", activity: "sabotage", target: "h1c1" };
  const party = { by: "h0c1", activity: "party", target: "h0c2" };

  test("another ordinary activity takes the place of the former", () => {
    expect(added(position(), [party, praise], sabotage)).toEqual([party, sabotage]);
  });

  test("a special stands beside it", () => {
    expect(added(position(), [praise], { by: "h0c2", activity: "dismiss" })).toHaveLength(2);
  });

  test("favour allows a second activity to one noble only", () => {
    const reading = position({ house: { extra: { favour: true, trade: false } } });
    const two = added(reading, [praise], sabotage)!;
    expect(two).toEqual([praise, sabotage]);
    expect(slots(reading, two, "h0c1")).toBe(1);
    expect(slots(reading, two, "h0c2")).toBe(2);
    expect(added(reading, two, { ...praise, target: "h1c1" })).toEqual([praise, { ...praise, target: "h1c1" }]);
  });

  test("the treasurer uses trade before favour", () => {
    const reading = position({ house: { extra: { favour: true, trade: true } } });
    const hired = ["guard", "minstrel"].map((hireling) => ({ by: "h0c4", activity: "hire", hireling, target: "h0c1" }));
    expect(added(reading, [hired[0]!], hired[1]!)).toEqual(hired);
    expect(slots(reading, hired, "h0c2")).toBe(2);
  });

  test("a bribed noble has no other activity, and with an extra one more", () => {
    const nobles = { h0c2: { forced: { by: 3, activity: "praise", target: "h3c1" } } };
    expect(added(position({ nobles }), [], praise)).toBeNull();
    const reading = position({ nobles, house: { extra: { favour: true, trade: false } } });
    expect(added(reading, [], praise)).toEqual([praise]);
    expect(added(reading, [praise], sabotage)).toEqual([sabotage]);
    expect(slots(reading, [praise], "h0c1")).toBe(1);
  });

  test("bribed to something limited he is given nothing limited", () => {
    const nobles = { h0c2: { forced: { by: 3, activity: "embargo", target: "h1c1" } } };
    expect(added(position({ nobles, house: { extra: { favour: true, trade: false } } }), [], sabotage)).toBeNull();
  });

  test.each<[string, Order, Order, boolean]>([
    ["the same special", { by: "a", activity: "dismiss" }, { by: "a", activity: "dismiss" }, true],
    ["two limited ones", { by: "a", activity: "siege", target: 1 }, { by: "a", activity: "attack", target: "h1c1" }, true],
    ["the same hireling", { by: "a", activity: "hire", hireling: "guard", target: "h0c1" }, { by: "a", activity: "hire", hireling: "guard", target: "h0c2" }, true],
    ["two hirelings", { by: "a", activity: "hire", hireling: "guard", target: "h0c1" }, { by: "a", activity: "hire", hireling: "minstrel", target: "h0c1" }, false],
    ["errand and appointment", { by: "a", activity: "errand", target: 1 }, { by: "a", activity: "appoint_attendant", hireling: "guard" }, true],
    ["two commands", { by: "a", activity: "command", target: "h1c1" }, { by: "a", activity: "command", target: "h2c1" }, true],
    ["praise of two", { by: "a", activity: "praise", target: "h1c1" }, { by: "a", activity: "praise", target: "h2c1" }, false],
    ["other nobles", { by: "a", activity: "dismiss" }, { by: "b", activity: "dismiss" }, false],
  ])("at odds or not: %s", (_what, one, other, expected) => {
    expect(areAtOdds(one, other)).toBe(expected);
  });
});

describe("the sheet follows the view", () => {
  const praise = { by: "h0c2", activity: "praise", target: "h0c1" };
  const sealed = position({ house: { sheet: { orders: [praise], confirmed: [5] } }, partners: [5] });

  test("it begins with what the house has given", () => {
    expect(drafts.begin(sealed).orders).toEqual([praise]);
    expect(drafts.isUngiven(drafts.begin(sealed))).toBe(false);
    expect(drafts.isUngiven(drafts.begin(position()))).toBe(true);
  });

  test("a partner's sheet is taken over where nothing was touched", () => {
    expect(drafts.follow(drafts.begin(position()), sealed).orders).toEqual([praise]);
  });

  test("what was written is kept, and can be put away for the partner's", () => {
    const own = written(position(), OFFERED, "h0c1", "party", "h1c1");
    const followed = drafts.follow(own, sealed);
    expect(followed.orders).toEqual(own.orders);
    expect(drafts.restore(followed).orders).toEqual([praise]);
  });

  test("once it is sealed there is nothing more to give", () => {
    const own = written(position(), OFFERED, "h0c1", "party", "h1c1");
    const given = position({ house: { sheet: { orders: [{ target: "h1c1", by: "h0c1", activity: "party" }], confirmed: [0] } } });
    expect(drafts.isUngiven(drafts.follow(own, given))).toBe(false);
  });

  test("another turn begins a new one", () => {
    const own = written(position(), OFFERED, "h0c1", "party");
    expect(drafts.follow(own, position({ turn: 5 }))).toEqual(drafts.begin(position({ turn: 5 })));
  });

  test("instructions are given only where they changed", () => {
    const draft = drafts.begin(position());
    expect(drafts.command(draft)).toEqual({ type: "submit_orders", orders: [], standing: null });
    expect(drafts.command(drafts.instruct(draft, { veto: [2] })).standing).toEqual({ veto: [2], if_deposed: null, education: [] });
  });

  test("an order is taken back", () => {
    const draft = drafts.begin(sealed);
    expect(drafts.remove(draft, draft.orders[0]!).orders).toEqual([]);
  });
});

describe("why an activity cannot be ordered", () => {
  const lock = (reading: Reading, by: string, activity: string) => lockOf(reading, by, ACTIVITY.get(activity)!, []);
  const noble = (id: string, one: Partial<Noble>) => ({ nobles: { [id]: one } });
  const king = { throne: { king: "h1c1", house: 1, since: 2 } };

  test.each<[string, Reading, string, string, unknown]>([
    ["nothing", position(), "h0c2", "praise", null],
    ["H9 prestige", position(noble("h0c2", { prestige: 2 })), "h0c2", "sabotage", { why: "prestige", needs: 3 }],
    ["H10 last turn", position(noble("h0c2", { prestige: 9, limited_turn: 3 })), "h0c2", "embargo", { why: "limited" }],
    ["H10 two turns ago", position(noble("h0c2", { prestige: 9, limited_turn: 2 })), "h0c2", "embargo", null],
    ["H12 special", position({ ...noble("h0c4", { prestige: 15 }), house: { specials_used: ["mint"] } }), "h0c4", "mint", { why: "used" }],
    ["H50 no king", position(noble("h0c3", { prestige: 15 })), "h0c3", "coup", { why: "no_king" }],
    ["H50 ruling", position({ ...noble("h0c3", { prestige: 15 }), throne: { king: "h0c5", house: 0, since: 2 } }), "h0c3", "coup", { why: "ruling" }],
    ["H50 claim", position({ ...noble("h0c1", { prestige: 15 }), ...king, house: { status: "loyal" } }), "h0c1", "claim", { why: "not_enemy" }],
    ["H73 servant", position(noble("h0c1", { prestige: 7, retainer: { hireling: "guard", since: 1 } })), "h0c1", "appoint_servant", { why: "wait", turn: 6 }],
    ["H29 nobody", position(), "h0c1", "errand", { why: "no_retainer" }],
    ["H79 bribed", position(noble("h0c2", { forced: { by: 1, activity: "praise", target: "h1c1" } })), "h0c2", "praise", { why: "bribed" }],
  ])("%s", (_rule, reading, by, activity, expected) => {
    expect(lock(reading, by, activity)).toEqual(expected);
  });
});
