import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropEarly, openEarly, takeEarly } from "../src/wire/early";

class Socket {
  static all: Socket[] = [];
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;
  isClosed = false;
  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

let heard: unknown[];
const ears = {
  message: (data: unknown) => void heard.push(data),
  closed: (code: number) => void heard.push(code),
};

beforeEach(() => {
  heard = [];
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
});

afterEach(() => dropEarly());

test("what an early socket said before it was taken is heard first, and in order", async () => {
  openEarly("/a");
  const [socket] = Socket.all;
  socket!.onmessage({ data: "welcome" });
  socket!.onmessage({ data: "view" });
  expect(takeEarly("/a", ears)).toBe(socket);
  expect(heard).toEqual([]);
  await Promise.resolve();
  socket!.onmessage({ data: "delta" });
  socket!.onclose({ code: 1006 });
  expect(heard).toEqual(["welcome", "view", "delta", 1006]);
});

test("it is taken once", () => {
  openEarly("/a");
  takeEarly("/a", ears);
  expect(takeEarly("/a", ears)).toBeNull();
});

test("one that is lost already is not taken", () => {
  openEarly("/a");
  Socket.all[0]!.onclose({ code: 4401 });
  expect(takeEarly("/a", ears)).toBeNull();
});

test("one to elsewhere is closed, and so is one that nobody wants any more", () => {
  openEarly("/a");
  expect(takeEarly("/b", ears)).toBeNull();
  openEarly("/a");
  dropEarly();
  expect(Socket.all.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});
