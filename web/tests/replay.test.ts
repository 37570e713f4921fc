import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allEyes, isLent, ownEyes, roomFor } from "../src/replay/eyes";
import { momentOf, numberAt, searchOf, within } from "../src/replay/moment";
import { Replay } from "../src/replay/replay.svelte";
import { Unreachable } from "../src/wire/http";
import { LENGTH, Recorded, room, TURN } from "./support/recorded";
import { FakeWorld } from "./support/world";

describe("the address of a moment", () => {
  test("says the number and whose eyes", () => {
    expect(momentOf("?at=120&seat=1")).toEqual({ number: 120, eyes: 1 });
    expect(momentOf(searchOf(7, "public"))).toEqual({ number: 7, eyes: "public" });
  });

  test.each(["", "?at=x&seat=-1", "?at=1e9&seat=both", "?at=-4", "?at=12345678"])("%j asks for nothing", (search) => {
    expect(momentOf(search)).toEqual({ number: null, eyes: null });
  });

  test("a number beyond the game is its nearest end", () => {
    expect([within(0, 9), within(99, 9), within(3.4, 9), within(5, 0)]).toEqual([1, 9, 3, 1]);
  });
});

describe("whose eyes", () => {
  test("are lent: while the game runs only one's own and a spectator's", () => {
    const running = room({ status: "running", seat: 1 });
    expect(allEyes(running)).toEqual([
      { eyes: "public", isLent: true },
      { eyes: 0, isLent: false },
      { eyes: 1, isLent: true },
    ]);
    expect(ownEyes(running)).toBe(1);
    expect(ownEyes(room({ seat: null }))).toBe("public");
  });

  test("are lent: after the end everybody's, but of no seat that is none", () => {
    expect(allEyes(room({ seat: null })).every((one) => one.isLent)).toBe(true);
    expect(isLent(room(), 7)).toBe(false);
  });

  test("make the room another's", () => {
    expect(roomFor(room(), 1).seat).toBe(1);
    expect(roomFor(room(), "public").seat).toBeNull();
  });
});

test("another reader's number is found by the time, which is the same for all", () => {
  const log = [10, 20, 20, 40].map((at, i) => ({ number: i + 1, at, told: [] }));
  expect([5, 10, 20, 39, 99].map((at) => numberAt(log, at))).toEqual([1, 1, 3, 3, 4]);
});

let edge: Recorded;
let world: FakeWorld;
let replay: Replay;

beforeEach(() => {
  edge = new Recorded();
  world = new FakeWorld();
  replay = new Replay("ABCDEF", momentOf(""), world);
  vi.stubGlobal("fetch", edge.fetch);
});

afterEach(() => {
  replay.leave();
});

async function opened(search = ""): Promise<Replay> {
  replay = new Replay("ABCDEF", momentOf(search), world);
  await replay.open();
  return replay;
}

/** All answers that are on their way come. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((done) => setTimeout(done));
}

async function pass(milliseconds: number): Promise<void> {
  world.pass(milliseconds);
  await settle();
}

const inSight = () => ({ number: replay.number, count: replay.view?.view.count });

test("it opens at the beginning with one's own eyes and knows how long the game was", async () => {
  await opened();
  expect(inSight()).toEqual({ number: 1, count: 1 });
  expect([replay.eyes, replay.last, replay.story.length]).toEqual([0, LENGTH, 1]);
});

test("it opens at the moment and with the eyes that the address asks for", async () => {
  await opened("?at=40&seat=1");
  expect(replay.view?.view).toEqual({ eyes: "1", count: 40 });
});

test("an address that asks for eyes that are not lent opens with one's own, and says so", async () => {
  edge.room = room({ status: "running", seat: 0 });
  await opened("?at=40&seat=1");
  expect([replay.eyes, replay.number, replay.isRefusedEyes]).toEqual([0, 1, true]);
  expect(edge.asked.some((address) => address.includes("seat=1"))).toBe(false);
});

test("steps go one by one and not beyond the ends; the story is told up to the moment", async () => {
  await opened();
  await replay.step(-1);
  expect(replay.number).toBe(1);
  await replay.step(1);
  expect(inSight()).toEqual({ number: 2, count: 2 });
  expect(replay.story.map(({ number }) => number)).toEqual([1, 2]);
  await replay.goTo(9_999);
  await replay.step(1);
  expect(inSight()).toEqual({ number: LENGTH, count: LENGTH });
  await replay.step(-1);
  expect(replay.story.at(-1)?.number).toBe(LENGTH - 1);
});

test("every moment is the same whether one steps or jumps to it", async () => {
  await opened();
  for (let number = 1; number <= LENGTH; number += 1) {
    await replay.goTo(number);
    expect(replay.view).toEqual(edge.view("0", number));
  }
});

test("a step needs no request of its own: ranges are fetched, and the next one ahead", async () => {
  await opened();
  for (let i = 1; i < LENGTH; i += 1) {
    await replay.step(1);
    await settle();
  }
  expect(edge.ranges()).toHaveLength(3);
});

test("where the edge ends a range early the rest is asked for", async () => {
  edge.breaks = 30;
  await opened("?at=35");
  expect(inSight()).toEqual({ number: 35, count: 35 });
});

test("turns begin where others are waited for", async () => {
  await opened();
  await replay.stepTurn(1);
  expect(replay.number).toBe(1 + TURN);
  await replay.goTo(TURN * 3);
  await replay.stepTurn(1);
  expect(replay.number).toBe(1 + TURN * 3);
  await replay.stepTurn(-1);
  expect(replay.number).toBe(1 + TURN * 2);
  await replay.goTo(TURN * 2 + 3);
  await replay.stepTurn(-1);
  expect(replay.number).toBe(1 + TURN * 2);
  await replay.goTo(LENGTH);
  await replay.stepTurn(1);
  expect(replay.number).toBe(LENGTH);
  await replay.goTo(2);
  await replay.stepTurn(-1);
  await replay.stepTurn(-1);
  expect(replay.number).toBe(1);
});

test("turns far away are found over what is not here yet", async () => {
  await opened("?at=110");
  for (let i = 0; i < 19; i += 1) await replay.stepTurn(-1);
  expect(inSight()).toEqual({ number: 1, count: 1 });
});

describe("playing", () => {
  test("goes on by itself, at the speed that was chosen, and stops at the end", async () => {
    await opened("?at=110");
    await replay.toggle();
    await pass(999);
    expect(replay.number).toBe(110);
    await pass(1);
    expect(replay.number).toBe(111);
    replay.setSpeed(4);
    for (let i = 0; i < 4; i += 1) await pass(250);
    expect(replay.number).toBe(115);
    for (let i = 0; i < 10; i += 1) await pass(250);
    expect([replay.number, replay.isPlaying]).toEqual([LENGTH, false]);
  });

  test("stands still when paused, and a step pauses it", async () => {
    await opened();
    await replay.toggle();
    await pass(1_000);
    await replay.toggle();
    await pass(5_000);
    expect(replay.number).toBe(2);
    await replay.toggle();
    await replay.step(1);
    await pass(5_000);
    expect([replay.number, replay.isPlaying]).toEqual([3, false]);
  });

  test("begins anew at the end", async () => {
    await opened(`?at=${LENGTH}`);
    await replay.toggle();
    expect(replay.number).toBe(1);
    await pass(1_000);
    expect(replay.number).toBe(2);
  });

  test("waits for what is not here instead of passing over it", async () => {
    await opened();
    edge.isHolding = true;
    await replay.goTo(49);
    await replay.toggle();
    for (let i = 0; i < 4; i += 1) await pass(1_000);
    expect([replay.number, replay.wanted, replay.isFetching]).toEqual([50, 51, true]);
    edge.letGo();
    await settle();
    expect(inSight()).toEqual({ number: 51, count: 51 });
    await pass(1_000);
    expect([replay.number, replay.isPlaying]).toEqual([52, true]);
  });
});

describe("dragging the slider", () => {
  test("fetches only where it rests", async () => {
    await opened();
    await settle();
    const before = edge.ranges().length;
    edge.isHolding = true;
    for (const number of [60, 80, 101, 119]) void replay.goTo(number);
    expect([replay.wanted, replay.number]).toEqual([119, 1]);
    edge.letGo();
    await pass(200);
    expect(inSight()).toEqual({ number: 119, count: 119 });
    expect(edge.ranges().length - before).toBeLessThanOrEqual(2);
  });

  test("an answer that comes too late changes nothing", async () => {
    await opened();
    edge.isHolding = true;
    const late = replay.goTo(110);
    await settle();
    void replay.goTo(3);
    edge.letGo();
    await late;
    await settle();
    expect([replay.number, replay.wanted, replay.isFetching]).toEqual([3, 3, false]);
  });
});

describe("other eyes", () => {
  test("look at the same moment although their numbers are others", async () => {
    await opened("?at=80&seat=0");
    await replay.see(1);
    expect([replay.eyes, replay.number, replay.last]).toEqual([1, 40, 60]);
    expect(replay.view?.view).toEqual({ eyes: "1", count: 40 });
    await replay.see("public");
    expect([replay.eyes, replay.number]).toEqual(["public", 80]);
  });

  test("stay the former where they cannot be had; trying again goes on", async () => {
    await opened("?at=80");
    edge.cuts = 1;
    await replay.see(1);
    expect([replay.eyes, replay.number]).toEqual([0, 80]);
    expect(replay.failure?.error).toBeInstanceOf(Unreachable);
    await replay.failure?.again();
    expect([replay.eyes, replay.number, replay.failure]).toEqual([1, 40, null]);
  });
});

describe("when the edge does not answer", () => {
  test("the moment in sight stays, playing stops, and trying again leads to the one that was wanted", async () => {
    await opened();
    await settle();
    edge.cuts = 99;
    await replay.toggle();
    await replay.goTo(100);
    expect([replay.number, replay.wanted, replay.isPlaying]).toEqual([1, 100, false]);
    expect(replay.failure?.error).toBeInstanceOf(Unreachable);
    edge.cuts = 0;
    await replay.failure?.again();
    expect([replay.number, replay.failure, replay.isFetching]).toEqual([100, null, false]);
  });

  test("what failed ahead of time is asked for again when it is wanted", async () => {
    await opened("?at=29");
    edge.cuts = 1;
    await replay.step(1);
    await replay.step(1);
    await settle();
    await replay.goTo(51);
    expect([replay.number, replay.failure]).toEqual([51, null]);
  });

  test("opening can be tried again", async () => {
    edge.cuts = 1;
    await opened("?at=40");
    expect([replay.room, replay.view]).toEqual([null, null]);
    await replay.failure?.again();
    expect([replay.number, replay.failure]).toEqual([40, null]);
  });
});

describe("a game that still runs", () => {
  beforeEach(() => {
    edge.room = room({ status: "running", seat: 0 });
  });

  test("grows while one stands at its end, and playing goes on into what is new", async () => {
    await opened(`?at=${LENGTH}`);
    await replay.toggle();
    await pass(2_000);
    expect([replay.number, replay.isPlaying]).toEqual([LENGTH, true]);
    edge.lengths["0"] = LENGTH + 2;
    await pass(10_000);
    await pass(1_000);
    await pass(1_000);
    expect(inSight()).toEqual({ number: LENGTH + 2, count: LENGTH + 2 });
  });

  test("lends all eyes as soon as it is over", async () => {
    await opened(`?at=${LENGTH}`);
    expect(isLent(replay.room!, 1)).toBe(false);
    edge.room = room({ status: "over", seat: 0 });
    await pass(10_000);
    expect(isLent(replay.room!, 1)).toBe(true);
  });

  test("is not asked about while one looks at its past", async () => {
    await opened("?at=5");
    const before = edge.asked.length;
    await pass(60_000);
    expect(edge.asked.length).toBe(before);
  });

  test("is asked about no more when one has left while an answer was on its way", async () => {
    await opened(`?at=${LENGTH}`);
    edge.isHolding = true;
    await pass(10_000);
    replay.leave();
    edge.letGo();
    await settle();
    const before = edge.asked.length;
    await pass(60_000);
    expect(edge.asked.length).toBe(before);
  });

  test("is never asked about when one has left before it was opened", async () => {
    edge.isHolding = true;
    const opening = replay.open();
    replay.leave();
    edge.letGo();
    await opening;
    const before = edge.asked.length;
    await pass(60_000);
    expect(edge.asked.length).toBe(before);
  });
});

test("who sits at the table stays there while looking back", async () => {
  await opened();
  expect(world.sockets.map(({ address }) => address)).toEqual(["ws://divan.test/api/rooms/ABCDEF/socket"]);
  replay.leave();
  expect(world.last.closed).toBe(true);
});

test("who sat in a room that is closed needs no connection", async () => {
  edge.room = room({ reason: "idle" });
  await opened();
  expect([world.sockets, replay.isClosed]).toEqual([[], true]);
});

test("who has no seat needs no connection", async () => {
  edge.room = room({ seat: null });
  await opened();
  expect(world.sockets).toEqual([]);
});

test("clocks show what was left at the moment in sight", async () => {
  await opened("?at=40");
  expect(replay.serverTime(5)).toBe(edge.time("0", 40));
});

test("nothing can be played", async () => {
  await opened();
  replay.play({ type: "place", cell: 1 });
  expect([replay.outbox, replay.refused]).toEqual([[], null]);
});
