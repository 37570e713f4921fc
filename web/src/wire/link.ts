/* One room's socket that comes again: connecting, watching that it lives, waiting, trying anew. */

import { delay } from "./backoff";
import { takeEarly } from "./early";
import { CLOSED, type FromServer, type ToServer } from "./messages";

const PING_EVERY = 10_000;
/** A socket from which nothing has come for so long is dead, whatever the browser believes. */
const SILENCE = 22_000;
const CONNECTING = 10_000;
/** Who has just come back waits no longer than this for a sign of life. */
const PATIENCE = 5_000;

/** `left`: by this page; `seat`: the person has left the game, here or elsewhere. */
export type Ending = "left" | "session" | "removed" | "room" | "seat" | "banned";

export type LinkState =
  | { readonly name: "connecting" }
  | { readonly name: "open" }
  | { readonly name: "waiting"; readonly retryAt: number }
  | { readonly name: "ended"; readonly why: Ending };

/** What of a WebSocket is used. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
}

export interface Ears {
  message(data: unknown): void;
  closed(code: number): void;
}

/** What of the browser is used; tests give their own. */
export interface World {
  now(): number;
  random(): number;
  later(milliseconds: number, what: () => void): () => void;
  open(address: string, ears: Ears): SocketLike;
}

export const BROWSER: World = {
  now: () => Date.now(),
  random: () => Math.random(),
  later: (milliseconds, what) => {
    const timer = setTimeout(what, milliseconds);
    return () => clearTimeout(timer);
  },
  open: (address, ears) => {
    const early = takeEarly(address, ears);
    if (early !== null) return early;
    const socket = new WebSocket(address);
    socket.onmessage = (event) => ears.message(event.data);
    socket.onclose = (event) => ears.closed(event.code);
    return socket;
  },
};

export interface Listener {
  /** Where to connect now: it carries the number seen last. */
  address(): string;
  heard(message: FromServer): void;
  changed(state: LinkState): void;
}

export class Link {
  #state: LinkState = { name: "connecting" };
  #socket: SocketLike | null = null;
  #attempt = 0;
  #heardAt = 0;
  #timers: (() => void)[] = [];
  #pings = new Map<number, number>();
  #ping = 0;

  constructor(
    private readonly listener: Listener,
    private readonly world: World = BROWSER,
  ) {}

  get state(): LinkState {
    return this.#state;
  }

  start(): void {
    this.#connect();
  }

  /** Leave for good. */
  stop(): void {
    this.#end("left");
  }

  /** Try at once instead of waiting further: the network is back, or the page is looked at again. */
  hurry(): void {
    if (this.#state.name === "waiting") this.#connect();
    else if (this.#state.name === "open") this.#doubt();
  }

  /** Whether it went out; what did not is the caller's to send again after the next welcome. */
  send(message: ToServer): boolean {
    if (this.#state.name !== "open" || this.#socket === null) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** When the ping with that number was sent; asked once. */
  pinged(n: number): number | undefined {
    const at = this.#pings.get(n);
    this.#pings.delete(n);
    return at;
  }

  #connect(): void {
    this.#drop();
    this.#become({ name: "connecting" });
    const socket: SocketLike = this.world.open(this.listener.address(), {
      // A socket that was given up may still speak: it is not heard any more.
      message: (data) => this.#socket === socket && this.#receive(data),
      closed: (code) => this.#socket === socket && this.#closed(code),
    });
    this.#socket = socket;
    this.#heardAt = this.world.now();
    this.#after(CONNECTING, () => {
      if (this.#state.name === "connecting") this.#lost();
    });
  }

  #receive(data: unknown): void {
    this.#heardAt = this.world.now();
    const message = JSON.parse(String(data)) as FromServer;
    // Only the welcome opens the link: what is sent before would reach a room that is not ours yet.
    if (message.type === "welcome") {
      this.#attempt = 0;
      this.#become({ name: "open" });
      this.#keepAlive();
    }
    this.listener.heard(message);
  }

  #keepAlive(): void {
    this.#askForLife();
    this.#after(PING_EVERY, () => {
      if (this.world.now() - this.#heardAt > SILENCE) this.#lost();
      else this.#keepAlive();
    });
  }

  /** The line may have changed meanwhile: a socket of the former one says nothing, but does not end either. */
  #doubt(): void {
    const asked = this.world.now();
    this.#askForLife();
    this.#after(PATIENCE, () => {
      if (this.#heardAt < asked) this.#lost();
    });
  }

  #askForLife(): void {
    this.#ping += 1;
    this.#pings = new Map([[this.#ping, this.world.now()]]);
    this.send({ type: "ping", n: this.#ping });
  }

  #closed(code: number): void {
    if (code === CLOSED.session) this.#end("session");
    else if (code === CLOSED.removed) this.#end("removed");
    else if (code === CLOSED.room) this.#end("room");
    else if (code === CLOSED.seat) this.#end("seat");
    else if (code === CLOSED.banned) this.#end("banned");
    else this.#lost();
  }

  #lost(): void {
    this.#drop();
    const wait = delay(this.#attempt, this.world.random);
    this.#attempt += 1;
    this.#become({ name: "waiting", retryAt: this.world.now() + wait });
    this.#after(wait, () => this.#connect());
  }

  #end(why: Ending): void {
    this.#drop();
    this.#become({ name: "ended", why });
  }

  /** Forget the socket and everything that was to happen with it. */
  #drop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #after(milliseconds: number, what: () => void): void {
    this.#timers.push(this.world.later(milliseconds, what));
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.listener.changed(state);
  }
}
