import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene } from "../src/games/fetih/scene.svelte";
import { type Act, actsOf } from "../src/games/fetih/stage/acts";
import { FACES, PIPS, SEATED, turnTo } from "../src/games/fetih/stage/dice";
import { fresh } from "../src/games/fetih/stage/fresh";
import { needleAngle, sector } from "../src/games/fetih/stage/needle";
import { endOf, lag, LAG, pace, waitingAfter } from "../src/games/fetih/stage/queue";
import { Stage } from "../src/games/fetih/stage/stage.svelte";
import { losses, outcomes, said, verdict } from "../src/games/fetih/stage/telling";
import { speak } from "../src/i18n/speak.svelte";
import type { Told, ToldEvent } from "../src/wire/messages";

const NAMES = ["Ayşe", "Ali", "Bot"];
const nameOf = (seat: number) => NAMES[seat]!;

const ROLL: ToldEvent = { type: "DiceRolled", seat: 1, dice: [3, 5], total: 8, auto: false };
const YIELD: readonly ToldEvent[] = [
  { type: "ResourcesProduced", seat: 1, resources: { wood: 2 }, regions: ["egypt"] },
  { type: "ResourcesProduced", seat: 0, resources: { wood: 4, gold: 2 }, regions: ["iberia", "ural"] },
  { type: "ContinentBonusPaid", seat: 1, continent: "africa", resource: "gold", amount: 2 },
];
const SEVEN: readonly ToldEvent[] = [
  { type: "DiceRolled", seat: 1, dice: [1, 6], total: 7, auto: false },
  { type: "ResourcesDiscarded", seat: 2, resources: { wood: 4 }, count: 4 },
  { type: "ResourcesDiscarded", seat: 0, resources: { food: 3, gold: 2 }, count: 5 },
];
const BATTLE: ToldEvent = {
  type: "BattleFought", attacker: 0, defender: null, region: "egypt", forces: [{ region: "iberia", units: { infantry: 3 } }],
  attack: 3, defence: 1, chance: 75, roll: 75, won: true, attacker_losses: {}, defender_losses: { infantry: 1 },
};

describe("a die", () => {
  test("has as many pips as its face says", () => {
    expect(FACES.map((face) => PIPS[face].length)).toEqual([...FACES]);
  });

  test("has opposite faces that make 7", () => {
    const normal = ({ x, y }: { x: number; y: number }) => {
      const [a, b] = [(x * Math.PI) / 180, (y * Math.PI) / 180];
      // The way to the viewer (0, 0, 1), turned about the upright axis and then about the level one.
      return [Math.sin(b), -Math.sin(a) * Math.cos(b), Math.cos(a) * Math.cos(b)];
    };
    for (const face of FACES) {
      const [one, other] = [normal(SEATED[face]), normal(SEATED[(7 - face) as typeof face])];
      one.forEach((part, i) => expect(part + other[i]!).toBeCloseTo(0));
    }
  });

  test("is turned back by what its face is turned", () => {
    for (const face of FACES) {
      expect(SEATED[face].x + turnTo(face).x).toBe(0);
      expect(SEATED[face].y + turnTo(face).y).toBe(0);
      // One axis alone: turning back needs no order.
      expect(SEATED[face].x * SEATED[face].y).toBeCloseTo(0);
    }
  });
});

describe("the needle", () => {
  test.each([1, 37, 50, 75, 99])("stands in the green of %i exactly when the draw is at most that", (chance) => {
    for (let roll = 1; roll <= 100; roll++) {
      expect([roll, needleAngle(roll) < chance * 3.6]).toEqual([roll, roll <= chance]);
    }
  });

  test("has a green sector of the size of the chance", () => {
    expect(sector(25, 10)).toBe("M0 0V-10A10 10 0 0 1 10 0Z");
    expect(sector(75, 10)).toBe("M0 0V-10A10 10 0 1 1 -10 0Z");
    expect(sector(100, 10)).toMatch(/^M0 -10A.*Z$/);
    expect(sector(0, 10)).toBe("");
  });
});

describe("of the events of a command are shown", () => {
  test("a roll with the regions that produced and what it brought oneself, once", () => {
    expect(actsOf([ROLL, ...YIELD], 0)).toEqual([
      {
        kind: "dice", seat: 1, dice: [3, 5], total: 8, regions: ["egypt", "iberia", "ural"], lost: [],
        mine: { wood: 4, gold: 2 }, mineLost: {}, short: [], weight: 2,
      },
    ]);
  });

  test("one's bonus together with the production, and nothing of others", () => {
    expect(actsOf([ROLL, ...YIELD], 1)[0]).toMatchObject({ mine: { wood: 2, gold: 2 }, weight: 3 });
    expect(actsOf([ROLL, ...YIELD], null)[0]).toMatchObject({ mine: {}, regions: ["egypt", "iberia", "ural"] });
  });

  test("on a 7 no regions, but who lost how many", () => {
    expect(actsOf(SEVEN, 0)[0]).toMatchObject({
      regions: [], lost: [{ seat: 2, count: 4 }, { seat: 0, count: 5 }], mineLost: { food: 3, gold: 2 }, weight: 3,
    });
  });

  test("a battle, in which one's own weighs more", () => {
    expect(actsOf([BATTLE, { type: "RegionConquered", seat: 0, region: "egypt" }], 0)).toMatchObject([
      { kind: "battle", chance: 75, roll: 75, won: true, weight: 3 },
    ]);
    expect(actsOf([BATTLE], 1)).toMatchObject([{ weight: 1 }]);
    expect(actsOf([{ ...BATTLE, defender: 2 }], null)).toMatchObject([{ weight: 2 }]);
  });

  test("one's own turn, not that of others", () => {
    expect(actsOf([{ type: "TurnStarted", seat: 0, round: 2 }], 0)).toEqual([{ kind: "yours", weight: 3 }]);
    expect(actsOf([{ type: "TurnStarted", seat: 0, round: 2 }], 1)).toEqual([]);
    expect(actsOf([{ type: "TurnStarted", seat: 0, round: 2 }], null)).toEqual([]);
  });

  test.each([
    [{ type: "SeatReconnected", seat: 0, took_back: true }],
    [{ type: "AllianceFormed", seats: [0, 2] }],
    [{ type: "AllianceBroken", seat: 2, other: 0, count: 5 }],
  ])("%j only to those whom no notice tells it", (event) => {
    expect(actsOf([event], 0)).toEqual([]);
    expect(actsOf([event], 1)).toMatchObject([{ kind: "news" }]);
    expect(actsOf([event], null)).toMatchObject([{ kind: "news" }]);
  });

  test("nothing of a short absence", () => {
    expect(actsOf([{ type: "SeatReconnected", seat: 0, took_back: false }], 1)).toEqual([]);
  });

  test.each(["AgeAdvanced", "AllianceFormed", "AllianceBroken", "SeatEliminated", "SeatResigned", "ContinentClaimMade",
    "ContinentClaimLost", "BotTookOver", "RegionEntered", "GameWon"])("%s, to watchers too", (type) => {
    expect(actsOf([{ type, seat: 1, previous: null }], null)).toMatchObject([{ kind: "news", event: { type } }]);
  });

  test("a claim as a warning that is never left out", () => {
    expect(actsOf([{ type: "ContinentClaimMade", seat: 1, points: 6 }], 0)).toMatchObject([{ tone: "warning", weight: 3 }]);
  });

  test.each(["UnitsTrained", "StructureBuilt", "UnitsShipped", "BankTraded", "TurnEnded", "SomethingNew"])("%s not at all", (type) => {
    expect(actsOf([{ type, seat: 1 }], 0)).toEqual([]);
  });
});

describe("acts wait", () => {
  const act = (weight: Act["weight"], seat: number): Act => ({ kind: "news", tone: "plain", event: { type: "AgeAdvanced", seat }, weight });
  const dice = actsOf([ROLL], 1)[0]!;

  test("for 3 seconds at most, and less when others wait", () => {
    for (const one of [dice, actsOf([BATTLE], 0)[0]!, act(1, 0), { kind: "yours", weight: 3 } as const]) {
      expect(pace(one).whole).toBeLessThanOrEqual(3_000);
      expect(endOf(one, 100, true)).toBeLessThan(endOf(one, 100, false));
    }
  });

  test("in their order, none left out while there is time", () => {
    expect(waitingAfter([act(1, 0)], [act(2, 1), act(1, 2)])).toEqual([act(1, 0), act(2, 1), act(1, 2)]);
  });

  test("never longer than a few seconds: the lightest go first, the oldest of them before the others", () => {
    const many = [act(1, 0), act(3, 1), act(1, 2), act(2, 3), act(3, 4), act(1, 5), act(3, 6)];
    const kept = waitingAfter([], many);
    expect(lag(kept)).toBeLessThanOrEqual(LAG);
    expect(kept).toEqual([act(3, 1), act(2, 3), act(3, 4), act(3, 6)]);
  });
});

describe("what has just happened", () => {
  const told = (number: number, at: number): Told => ({ number, at, told: [ROLL] });

  test("is what came after the view seen before, up to the view shown", () => {
    const story = [told(4, 1_000), told(5, 1_100), told(6, 1_200), told(7, 1_300)];
    expect(fresh(story, 5, { number: 6, at: 1_200 }).map(({ number }) => number)).toEqual([6]);
  });

  test("is not what was told long before the newest: a reconnect shows no old things", () => {
    const story = [told(4, 1_000), told(5, 20_000), told(6, 25_000)];
    expect(fresh(story, 3, { number: 6, at: 25_000 }).map(({ number }) => number)).toEqual([5, 6]);
  });
});

describe("the stage", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    speak("tr");
  });
  afterEach(() => vi.useRealTimers());

  function staged(isStill = false) {
    const room = { you: 0 as number | null, sight: { story: [] as Told[] }, view: { number: 10, at: 50_000 } };
    const stage = new Stage(room as unknown as Scene, { now: () => Date.now(), isStill: () => isStill });
    const tell = (number: number, ...told: ToldEvent[]) => {
      room.sight.story = [...room.sight.story, { number, at: 50_000, told }];
      room.view = { number, at: 50_000 };
      stage.follow();
    };
    return { stage, room, tell };
  }

  test("shows nothing of what was told before one came", () => {
    const { stage, room } = staged();
    room.sight.story = [{ number: 10, at: 50_000, told: [ROLL] }];
    stage.follow();
    expect(stage.shown).toBeNull();
  });

  test("lets the dice roll, then light the regions, then go", () => {
    const { stage, tell } = staged();
    tell(11, ROLL, ...YIELD);
    expect(stage.shown?.act.kind).toBe("dice");
    expect([...stage.lit]).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect([...stage.lit]).toEqual(["egypt", "iberia", "ural"]);
    vi.advanceTimersByTime(2_000);
    expect(stage.shown).toBeNull();
    expect([...stage.lit]).toEqual([]);
  });

  test("shows the outcome at once where nothing may move", () => {
    const { stage, tell } = staged(true);
    tell(11, ROLL, ...YIELD);
    expect(stage.shown?.moves).toBe(0);
    expect(stage.lit.size).toBe(3);
  });

  test("lets nothing glow on a 7", () => {
    const { stage, tell } = staged(true);
    tell(11, ...SEVEN);
    expect(stage.lit.size).toBe(0);
  });

  test("cuts an act short when another comes, and shows that one next", () => {
    const { stage, tell } = staged();
    tell(11, ROLL, ...YIELD);
    vi.advanceTimersByTime(2_000);
    tell(12, BATTLE);
    vi.advanceTimersByTime(1);
    expect(stage.shown?.act.kind).toBe("battle");
  });

  test("is cleared when a replay goes back, and goes on from there", () => {
    const { stage, room, tell } = staged();
    tell(11, ROLL);
    room.view = { number: 5, at: 50_000 };
    room.sight.story = [];
    stage.follow();
    expect(stage.shown).toBeNull();
    tell(6, BATTLE);
    expect(stage.shown?.act.kind).toBe("battle");
  });

  test("shows nothing anew when a replay looks with other eyes", () => {
    const { stage, room, tell } = staged();
    room.you = 1;
    tell(14, ROLL);
    expect(stage.shown).toBeNull();
    tell(15, BATTLE);
    expect(stage.shown?.act.kind).toBe("battle");
  });

  test("can be skipped", () => {
    const { stage, tell } = staged();
    tell(11, ROLL);
    tell(12, BATTLE);
    stage.skip();
    expect(stage.shown?.act.kind).toBe("battle");
    stage.skip();
    expect(stage.shown).toBeNull();
  });
});

describe("acts in Turkish words", () => {
  beforeEach(() => speak("tr"));

  const of = (told: readonly ToldEvent[], you: number | null = 0) => actsOf(told, you)[0]!;

  test("a roll", () => {
    expect(said(of([ROLL, ...YIELD]), nameOf)).toBe("Ali zar attı: 3 ve 5, toplam 8. Kazandığın: 4 odun ve 2 altın.");
    expect(said(of([ROLL]), nameOf)).toBe("Ali zar attı: 3 ve 5, toplam 8. Bu sayıda üretim yok.");
  });

  test("a 7 names who lost how many", () => {
    const act = of(SEVEN);
    expect(act.kind === "dice" && outcomes(act, nameOf)).toEqual(["Uğursuz sayı!", "Bot yitirdi: 4 kaynak.", "Ayşe yitirdi: 5 kaynak."]);
  });

  test("a battle with the losses of both sides", () => {
    const act = of([BATTLE]);
    if (act.kind !== "battle") throw new Error();
    expect(verdict(act)).toBe("Saldıran bölgeyi aldı!");
    expect(losses(act, nameOf)).toEqual(["Ayşe kayıp vermedi.", "Tarafsız yitirdi: 1 piyade."]);
    expect(said(act, nameOf)).toContain("Şans %75, çıkan 75.");
  });

  test("news as the catalogue tells them", () => {
    expect(said(of([{ type: "ContinentClaimMade", seat: 1, points: 6 }]), nameOf)).toMatch(/^Dikkat: Ali kıtalardan 6 puana/);
  });
});
