import { beforeEach, expect, test } from "vitest";
import { delay } from "../src/wire/backoff";
import { Link, type LinkState } from "../src/wire/link";
import { FakeWorld } from "./support/world";

const WELCOME = { type: "welcome" };
let world: FakeWorld;
let states: LinkState[];
let since: number;
let link: Link;

beforeEach(() => {
  world = new FakeWorld();
  states = [];
  since = 0;
  link = new Link(
    { address: () => `ws?since=${since}`, heard: () => {}, changed: (state) => states.push(state) },
    world,
  );
  link.start();
});

test("a link is open when it is welcomed, not before", () => {
  expect(link.state.name).toBe("connecting");
  expect(link.send({ type: "resync" })).toBe(false);
  world.last.says(WELCOME);
  expect(link.state.name).toBe("open");
  expect(link.send({ type: "resync" })).toBe(true);
});

test("a lost link waits, tells until when, and comes again with the number seen last", () => {
  world.last.says(WELCOME);
  since = 7;
  world.last.breaks();
  expect(link.state).toEqual({ name: "waiting", retryAt: world.time + 300 });
  world.pass(300);
  expect(link.state.name).toBe("connecting");
  expect(world.last.address).toBe("ws?since=7");
});

test("tries grow apart, and a welcome begins the count anew", () => {
  for (const wait of [300, 600, 1200]) {
    world.last.breaks();
    expect(link.state).toEqual({ name: "waiting", retryAt: world.time + wait });
    world.pass(wait);
  }
  world.last.says(WELCOME);
  world.last.breaks(1001);
  expect(link.state).toEqual({ name: "waiting", retryAt: world.time + 300 });
});

test("a socket from which nothing comes is given up", () => {
  world.last.says(WELCOME);
  const first = world.last;
  world.pass(40_000);
  expect(first.closed).toBe(true);
  expect(world.sockets.length).toBeGreaterThan(1);
});

test("a socket that answers pings is kept", () => {
  world.last.says(WELCOME);
  for (let i = 0; i < 10; i += 1) {
    world.pass(9_000);
    world.last.says({ type: "pong", n: i, now: 0 });
  }
  expect(world.sockets).toHaveLength(1);
  expect(link.state.name).toBe("open");
});

test("a socket that was given up is not heard any more", () => {
  const first = world.last;
  first.breaks();
  first.says(WELCOME);
  first.breaks(4404);
  expect(link.state.name).toBe("waiting");
});

test("a server that never welcomes is tried again", () => {
  world.pass(10_500);
  expect(world.sockets).toHaveLength(2);
});

test("hurrying tries at once", () => {
  world.last.breaks();
  link.hurry();
  expect(link.state.name).toBe("connecting");
  world.pass(500);
  expect(world.sockets).toHaveLength(2);
});

test("who comes back to a line that is dead waits for it five seconds, not half a minute", () => {
  world.last.says(WELCOME);
  world.pass(1_000);
  link.hurry();
  world.pass(4_900);
  expect(link.state.name).toBe("open");
  world.pass(600);
  expect(world.sockets).toHaveLength(2);
});

test("who comes back to a line that lives keeps it", () => {
  world.last.says(WELCOME);
  link.hurry();
  world.pass(200);
  world.last.says({ type: "pong", n: 1, now: 0 });
  world.pass(9_000);
  expect([link.state.name, world.sockets.length]).toEqual(["open", 1]);
});

test.each([
  [4401, "session"],
  [4403, "removed"],
  [4404, "room"],
  [4411, "banned"],
])("the close code %i ends it for good", (code, why) => {
  world.last.says(WELCOME);
  world.last.breaks(code);
  expect(link.state).toEqual({ name: "ended", why });
  world.pass(60_000);
  expect(world.sockets).toHaveLength(1);
});

test("after leaving nothing is tried any more", () => {
  world.last.says(WELCOME);
  link.stop();
  world.pass(60_000);
  expect(world.sockets).toHaveLength(1);
  expect(world.last.closed).toBe(true);
});

test("the wait doubles up to fifteen seconds, with jitter in its upper half", () => {
  expect([0, 1, 2, 20].map((attempt) => delay(attempt, () => 0))).toEqual([200, 400, 800, 7500]);
  expect([0, 1, 2, 20].map((attempt) => delay(attempt, () => 1))).toEqual([400, 800, 1600, 15_000]);
});
