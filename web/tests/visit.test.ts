import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keptHead } from "../src/chance/heads";
import { keepSeed } from "../src/chance/seeds";
import { Visit } from "../src/room/visit.svelte";
import type { Room, Status, View } from "../src/wire/messages";
import { FakeWorld } from "./support/world";

function room(more: Partial<Room> = {}): Room {
  return {
    code: "ABCDEF", watch: null, game: "tictactoe", options: {}, status: "running", listed: false, seat: 0, owner: 0,
    seats: [], commitment: null, result: null, reason: null,
    ...more,
  };
}

const headOf = (number: number) => `${number}`.padStart(64, "0");

function view(number: number): View {
  return {
    number, seq: null, at: 1000 + number, head: headOf(number), view: { cells: [] }, options: [], wait: null, result: null, players: null,
  };
}

function welcome(more: object = {}): object {
  return { type: "welcome", boot: "one", now: 0, room: room(), seat: 0, view: view(3), missed: [], chat: [], ...more };
}

const ME = { name: "Ada", guest: true, rooms: [] };
const PLACE = { type: "place", cell: 4 };

let world: FakeWorld;
let visit: Visit;
let asked: string[];
let kept: Map<string, string>;

beforeEach(async () => {
  asked = [];
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const answer = path.includes("/log") ? { told: [], next: null } : path.endsWith("/me") ? ME : room();
    return new Response(JSON.stringify(answer));
  });
  world = new FakeWorld();
  visit = new Visit("ABCDEF", world);
  await visit.enter();
});

afterEach(() => visit.leave());

test("who was somebody before connects at once, a newcomer when it is known who they are", async () => {
  expect(world.sockets).toHaveLength(1);
  const again = new FakeWorld();
  const other = new Visit("ABCDEF", again);
  const entered = other.enter();
  expect(again.sockets).toHaveLength(1);
  await entered;
  expect(again.sockets).toHaveLength(1);
  other.leave();

  kept.clear();
  const first = new FakeWorld();
  const newcomer = new Visit("ABCDEF", first);
  const entering = newcomer.enter();
  expect(first.sockets).toHaveLength(0);
  await entering;
  expect(first.sockets).toHaveLength(1);
  newcomer.leave();
});

test("who has left while it was asked who they are is not connected afterwards", async () => {
  kept.clear();
  const gone = new FakeWorld();
  const left = new Visit("ABCDEF", gone);
  const entering = left.enter();
  left.leave();
  await entering;
  expect(gone.sockets).toHaveLength(0);
});

function lost(): void {
  world.last.breaks();
  world.pass(300);
}

test("a command names the view it was made from, and waits until it is answered", () => {
  world.last.says(welcome());
  visit.play(PLACE);
  const [sent] = world.last.ofType("command");
  expect(sent).toMatchObject({ seen: 3, command: PLACE });
  expect(visit.outbox).toHaveLength(1);
  world.last.says({ type: "accepted", id: sent?.id, number: 4, head: "00", repeated: false });
  expect(visit.outbox).toEqual([]);
});

test("a command whose answer was lost with the line is sent again with the same id", () => {
  world.last.says(welcome());
  visit.play(PLACE);
  const [first] = world.last.ofType("command");
  lost();
  expect(world.last.sent).toEqual([]);
  world.last.says(welcome());
  expect(world.last.ofType("command")).toEqual([first]);
});

test("a command of which the edge knows no outcome is asked for again with the same id", () => {
  world.last.says(welcome());
  visit.play(PLACE);
  const [first] = world.last.ofType("command");
  world.last.says({ type: "outcome_unknown", id: first?.id, message: "" });
  expect(visit.outbox[0]?.silent).toBe(true);
  world.pass(3_000);
  expect(world.last.ofType("command")).toEqual([first, first]);
});

test("a refused command is answered, and the refusal kept with what it refuses", () => {
  world.last.says(welcome());
  visit.play(PLACE);
  const id = world.last.ofType("command")[0]?.id;
  world.last.says({ type: "rejected", id, code: "taken", message: "That cell is taken.", details: {} });
  expect(visit.outbox).toEqual([]);
  expect(visit.refused).toMatchObject({ command: PLACE, refusal: { code: "taken" } });
  visit.play({ type: "place", cell: 5 });
  expect(visit.refused).toBeNull();
});

test("who comes again says what was seen last", () => {
  world.last.says(welcome());
  world.last.says({ type: "view", ...view(4), former: 3, told: [{ type: "Moved" }] });
  lost();
  expect(world.last.address).toContain("since=4");
});

test("what was missed is told once, and a gap is read from the log", async () => {
  world.last.says(welcome({ view: view(1), missed: [] }));
  lost();
  const told = (number: number) => ({ number, at: number, told: [{ type: `Event${number}` }] });
  asked.length = 0;
  world.last.says(welcome({ view: view(3), missed: [told(2), told(3)] }));
  expect(visit.story.map((entry) => entry.number)).toEqual([2, 3]);
  expect(asked).toEqual([]);
  world.last.says({ type: "view", ...view(9), former: 9, told: [] });
  await vi.waitFor(() => expect(asked).toEqual(["/api/rooms/ABCDEF/log?from=4&limit=200"]));
});

test("a delta that does not fit asks for a whole view", () => {
  world.last.says(welcome());
  world.last.says({ type: "delta", number: 9, former: 8, told: [], changes: [[["number"], 9]] });
  expect(world.last.ofType("resync")).toHaveLength(1);
  expect(visit.view?.number).toBe(3);
});

test("who gets another seat sees with new eyes, though their count is lower", () => {
  world.last.says(welcome());
  world.last.says({ type: "room", room: room({ seat: null }) });
  expect(world.last.ofType("resync")).toHaveLength(1);
  world.last.says({ type: "view", ...view(1), former: 1, told: [] });
  expect(visit.view?.number).toBe(1);
});

test("what was said and not yet heard is said again with the same id, and shown once", () => {
  world.last.says(welcome());
  visit.say("hello");
  const [first] = world.last.ofType("chat");
  lost();
  world.last.says(welcome());
  expect(world.last.ofType("chat")).toEqual([first]);
  const heard = { type: "chat", id: first?.id, at: 1, name: "Ada", seat: 0, channel: "table", text: "hello" };
  world.last.says(heard);
  world.last.says(heard);
  expect(visit.chat).toHaveLength(1);
  expect(visit.saying).toBeNull();
});

test("talk that was taken back is dropped, and nothing else", () => {
  const chat = ["a", "b", "c"].map((id) => ({ id, at: 1, name: "Ada", seat: 0, channel: "table", text: id }));
  world.last.says(welcome({ chat }));
  world.last.says({ type: "unsaid", ids: ["a", "c", "never heard"] });
  expect(visit.chat.map(({ id }) => id)).toEqual(["b"]);
});

test("a refused message comes back with its text", () => {
  world.last.says(welcome());
  visit.say("hello");
  const id = world.last.ofType("chat")[0]?.id;
  world.last.says({ type: "chat_refused", id, code: "rate_limited", message: "", details: { retry_after_ms: 4000 } });
  expect(visit.chatRefused).toMatchObject({ text: "hello", details: { retry_after_ms: 4000 } });
  expect(visit.saying).toBeNull();
});

describe("the seed", () => {
  const told = (status: Status) => ({ type: "room", room: room({ status }) });

  test("is given when the game starts, once", () => {
    keepSeed("ABCDEF", "ab".repeat(32));
    world.last.says(welcome({ room: room({ status: "waiting" }), view: null }));
    expect(world.last.ofType("seed")).toEqual([]);
    world.last.says(told("starting"));
    world.last.says(told("starting"));
    expect(world.last.ofType("seed")).toEqual([{ type: "seed", seed: "ab".repeat(32) }]);
  });

  test("is given by who comes while the game starts", () => {
    keepSeed("ABCDEF", "cd".repeat(32));
    world.last.says(welcome({ room: room({ status: "starting" }), view: null }));
    expect(world.last.ofType("seed")).toHaveLength(1);
  });

  test("is not given by a watcher", () => {
    keepSeed("ABCDEF", "cd".repeat(32));
    world.last.says(welcome({ room: room({ status: "starting", seat: null }), seat: null, view: null }));
    expect(world.last.ofType("seed")).toEqual([]);
  });
});

describe("the heads of the log", () => {
  test("are all remembered for this visit, of views, deltas and answers", () => {
    world.last.says(welcome());
    world.last.says({ type: "view", former: 3, told: [], ...view(4) });
    world.last.says({ type: "delta", number: 5, former: 4, told: [], changes: [[["number"], 5], [["head"], headOf(5)]] });
    world.last.says({ type: "accepted", id: "x", number: 6, head: headOf(6), repeated: false });
    expect([...visit.heads]).toEqual([3, 4, 5, 6].map(headOf));
  });

  test("are kept beyond it: the newest, by the room's code or its watching link", () => {
    world.last.says(welcome());
    world.last.says({ type: "view", former: 3, told: [], ...view(4) });
    expect(keptHead("ABCDEF")).toBe(headOf(4));
    world.last.says(welcome({ room: room({ code: null, watch: "token", seat: null }), seat: null, view: view(2) }));
    expect([keptHead("token"), keptHead("ABCDEF")]).toEqual([headOf(2), headOf(4)]);
  });

  test("that nobody gave are none", () => {
    expect(keptHead("ZZZZZZ")).toBeNull();
  });
});

test("another boot id tells that the server was replaced", () => {
  world.last.says(welcome());
  lost();
  world.last.says(welcome());
  expect(visit.rebooted).toBe(false);
  lost();
  world.last.says(welcome({ boot: "two" }));
  expect(visit.rebooted).toBe(true);
});

test("deadlines count by the server's clock", () => {
  world.last.says(welcome({ now: world.time + 60_000 }));
  expect(visit.serverTime(world.time)).toBe(world.time + 60_000);
  const n = world.last.ofType("ping")[0]?.n;
  world.time += 40;
  world.last.says({ type: "pong", n, now: world.time + 70_000 });
  expect(visit.serverTime(world.time)).toBe(world.time + 70_020);
});

describe("who gives no sign", () => {
  const seats = [
    { seat: 0, player: "person", name: "Ada", bot: null, connected: true, muted: false, sat_in: false } as const,
  ];

  beforeEach(() => world.last.says(welcome({ room: room({ seats }) })));

  test("is asked once the others are told that they are away, and not before", () => {
    expect(visit.isThoughtAway).toBe(false);
    world.last.says({ type: "presence", seat: 0, connected: false });
    expect(visit.isThoughtAway).toBe(true);
    visit.stir();
    expect(world.last.ofType("here")).toHaveLength(1);
    world.last.says({ type: "presence", seat: 0, connected: true });
    expect(visit.isThoughtAway).toBe(false);
  });

  test("says that they are here every ten seconds at most", () => {
    for (let touches = 0; touches < 5; touches += 1) visit.stir();
    expect(world.last.ofType("here")).toHaveLength(1);
    world.pass(10_000);
    visit.stir();
    expect(world.last.ofType("here")).toHaveLength(2);
  });

  test("and is banned is told until when and why, and not connected again", () => {
    const before = world.sockets.length;
    const details = { until: Date.UTC(2027, 0, 31, 12), reason: "insults" };
    world.last.says({ type: "error", code: "banned", message: "You were banned.", details });
    world.last.breaks(4411);
    world.pass(60_000);
    expect([visit.gone, visit.ban?.details]).toEqual(["banned", details]);
    expect(world.sockets).toHaveLength(before);
  });

  test("and has left the table is not connected again", () => {
    const before = world.sockets.length;
    world.last.breaks(4410);
    world.pass(60_000);
    expect(visit.gone).toBe("seat");
    expect(world.sockets).toHaveLength(before);
  });
});
