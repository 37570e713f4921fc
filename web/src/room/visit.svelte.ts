/* A visit to a room: all that the page knows of it, kept true by its socket. */

import { sessionEnded, somebody, wasSomebody } from "../app/session.svelte";
import { keepHead } from "../chance/heads";
import { keptSeed } from "../chance/seeds";
import { language } from "../i18n/speak.svelte";
import type { JsonObject } from "../json";
import { shown } from "../wire/document";
import { socketAddress } from "../wire/early";
import { edge, Refused } from "../wire/http";
import { uuid } from "../wire/identity";
import { BROWSER, Link, type LinkState, type World } from "../wire/link";
import type { Chat, FromServer, Refusal, Room, Told, View, Welcome } from "../wire/messages";
import { answered, type Outbox, put, silent } from "../wire/outbox";
import type { RefusedCommand, Sight } from "./sight";
import { better, type Sample, sample } from "../wire/server_clock";
import { joined } from "../wire/story";

/** How long after an `outcome_unknown` the same command is asked for again. */
const ASK_AGAIN = 3_000;
/** A touched page says so at most this often. */
const STIR_EVERY = 10_000;
/** Who is told that a room is gone only by a refused handshake is told so after this many tries. */
const TRIES_BEFORE_ASKING = 2;

export type Gone = "not_found" | "not_reached" | "removed" | "closed" | "session" | "seat" | "banned";

export class Visit implements Sight {
  room = $state.raw<Room | null>(null);
  seat = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  story = $state.raw<readonly Told[]>([]);
  chat = $state.raw<readonly Chat[]>([]);
  state = $state.raw<LinkState>({ name: "connecting" });
  outbox = $state.raw<Outbox>([]);
  refused = $state.raw<RefusedCommand | null>(null);
  /** Until when one may not come in, and why. */
  ban = $state.raw<Refusal | null>(null);
  /** What is being written. */
  draft = $state("");
  /** What was written and has no answer yet. */
  saying = $state.raw<{ readonly id: string; readonly text: string; readonly channel: string } | null>(null);
  chatRefused = $state.raw<(Refusal & { readonly text: string; readonly at: number }) | null>(null);
  gone = $state<Gone | null>(null);
  /** Another server process answers than at first: the page may be an old one. */
  rebooted = $state(false);
  /** Messages of others that were not in sight yet. */
  unread = $state(0);
  /** Every hash of the log that this visit was given (hex). */
  readonly heads = new Set<string>();
  #clock = $state.raw<Sample | null>(null);

  #link: Link;
  #boot: string | null = null;
  #storyTo = 0;
  #failures = 0;
  #seedSent = false;
  #stirredAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly door: string,
    private readonly world: World = BROWSER,
  ) {
    this.#link = new Link(
      {
        address: () => this.#address(),
        heard: (message) => this.#heard(message),
        changed: (state) => this.#changed(state),
      },
      world,
    );
  }

  /** Become somebody if one is nobody yet, look at the room, and connect. */
  async enter(): Promise<void> {
    const isEarly = wasSomebody();
    // The socket need not wait for answers that will most likely be the ones that one had before.
    if (isEarly) this.#link.start();
    try {
      const [room] = await Promise.all([edge.look(this.door), somebody()]);
      this.room ??= room;
    } catch (error) {
      this.gone ??= this.#goneBy(error);
      this.leave();
      if (this.gone === null) throw error;
      return;
    }
    if (this.state.name === "ended") return;
    if (isEarly) this.hurry();
    else this.#link.start();
  }

  leave(): void {
    this.#link.stop();
  }

  hurry(): void {
    this.#link.hurry();
  }

  /** The server's time, as well as it is known. */
  serverTime(now: number): number {
    return now + (this.#clock?.offset ?? 0);
  }

  get isOpen(): boolean {
    return this.state.name === "open";
  }

  /** Whether the game goes on and a command given now would be taken: connected, nothing on its way. */
  get canPlay(): boolean {
    return this.isOpen && this.outbox.length === 0 && this.view?.result === null;
  }

  play(command: JsonObject): void {
    const one = { id: uuid(), seen: this.view?.number ?? null, command, since: this.world.now() };
    this.outbox = put(this.outbox, one);
    this.refused = null;
    this.#link.send({ type: "command", id: one.id, seen: one.seen, command });
  }

  /** A game may have channels of its own, which its seats share (docs/api.md). */
  say(text: string, channel = "table"): void {
    this.saying = { id: uuid(), text, channel };
    this.chatRefused = null;
    this.#link.send({ type: "chat", ...this.saying });
  }

  /** Whether the others are told that one is away although one is connected: no sign came for a whole turn. */
  get isThoughtAway(): boolean {
    const own = this.room?.seats.find(({ seat }) => seat === this.seat);
    return this.isOpen && own?.connected === false && this.view?.result === null;
  }

  /** Somebody is here; said not more often than it has to be. */
  stir(): void {
    const now = this.world.now();
    if (!this.isThoughtAway && now - this.#stirredAt < STIR_EVERY) return;
    if (this.#link.send({ type: "here" })) this.#stirredAt = now;
  }

  readChat(): void {
    this.unread = 0;
  }

  /** Take over what an HTTP route answered; the socket will tell the same. */
  tell(room: Room): void {
    this.room = room;
    this.#sitAt(room.seat);
  }

  /** Another seat sees with other eyes: what was seen with the former ones is put away. */
  #sitAt(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    if (this.view === null) return;
    this.view = null;
    this.story = [];
    this.#storyTo = 0;
    this.#link.send({ type: "resync" });
  }

  #address(): string {
    return socketAddress(this.door, language(), this.view?.number);
  }

  #changed(state: LinkState): void {
    this.state = state;
    if (state.name === "open") this.#failures = 0;
    if (state.name === "waiting") {
      this.#failures += 1;
      if (this.#failures >= TRIES_BEFORE_ASKING) void this.#askWhy();
    }
    if (state.name === "ended" && state.why !== "left") {
      if (state.why === "session" || state.why === "banned") sessionEnded();
      this.gone = state.why === "room" ? "closed" : state.why;
    }
  }

  /** A handshake that the edge refuses looks like a broken line; its HTTP answer tells which it is. */
  async #askWhy(): Promise<void> {
    try {
      await edge.me();
      await edge.look(this.door);
    } catch (error) {
      this.gone = this.#goneBy(error);
      if (this.gone === "session") sessionEnded();
      if (this.gone !== null) this.leave();
    }
  }

  #goneBy(error: unknown): Gone | null {
    if (!(error instanceof Refused)) return null;
    if (error.code === "banned") {
      this.ban = error;
      return "banned";
    }
    const reasons: Readonly<Record<number, Gone>> = { 401: "session", 403: "removed", 404: "not_found" };
    return reasons[error.status] ?? null;
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message);
      case "view":
      case "delta": {
        const next = shown(this.view, message);
        if (next === "resync") this.#link.send({ type: "resync" });
        else if (next !== null) {
          this.view = next.view;
          this.#given(next.view);
          this.#tellStory([next.told], next.gap);
        }
        return;
      }
      case "told":
        return this.#tellStory(message.entries, false);
      case "accepted":
        if (message.head !== null) this.heads.add(message.head);
        this.outbox = answered(this.outbox, message.id);
        return;
      case "rejected": {
        const one = this.outbox.find((unanswered) => unanswered.id === message.id);
        this.outbox = answered(this.outbox, message.id);
        if (one !== undefined) this.refused = { command: one.command, refusal: message };
        return;
      }
      case "outcome_unknown":
        this.outbox = silent(this.outbox, message.id);
        this.world.later(ASK_AGAIN, () => this.#sendAgain(message.id));
        return;
      case "chat":
        return this.#said(message);
      case "chat_refused":
        if (this.saying?.id === message.id) {
          this.chatRefused = { ...message, text: this.saying.text, at: this.world.now() };
          this.saying = null;
        }
        return;
      case "unsaid":
        this.chat = this.chat.filter(({ id }) => !message.ids.includes(id));
        return;
      case "room":
        this.tell(message.room);
        this.#giveSeed();
        return;
      case "presence":
        this.#present(message.seat, message.connected);
        return;
      case "pong": {
        const sentAt = message.n === null ? undefined : this.#link.pinged(message.n);
        if (sentAt !== undefined) this.#clock = better(this.#clock, sample(sentAt, this.world.now(), message.now));
        return;
      }
      case "error":
        if (message.code === "banned") this.ban = message;
        return;
      case "seed_accepted":
        // A seed that came too late is named in the game's first entry; nothing is to be done about it.
        return;
    }
  }

  #welcomed(message: Welcome): void {
    if (this.#boot !== null && this.#boot !== message.boot) this.rebooted = true;
    this.#clock ??= { offset: message.now - this.world.now(), took: Number.POSITIVE_INFINITY };
    this.room = message.room;
    this.seat = message.seat;
    this.view = message.view;
    const known = new Set(this.chat.map((one) => one.id));
    if (this.#boot !== null) this.unread += message.chat.filter((one) => !known.has(one.id)).length;
    this.chat = message.chat;
    this.#boot = message.boot;
    this.#seedSent = false;
    if (message.view !== null) {
      this.#given(message.view);
      const reached = message.missed.at(-1)?.number ?? this.#storyTo;
      this.#tellStory(message.missed, reached < message.view.number);
    }
    for (const { id } of this.outbox) this.#sendAgain(id);
    if (this.saying !== null) this.#link.send({ type: "chat", ...this.saying });
    this.#giveSeed();
  }

  /** Kept beyond this visit: only then can the log be held against it after the game. */
  #given({ number, head }: View): void {
    this.heads.add(head);
    const door = this.room?.code ?? this.room?.watch;
    if (door) keepHead(door, number, head);
  }

  #sendAgain(id: string): void {
    const one = this.outbox.find((unanswered) => unanswered.id === id);
    if (one !== undefined) this.#link.send({ type: "command", id, seen: one.seen, command: one.command });
  }

  #tellStory(entries: readonly Told[], gap: boolean): void {
    const from = this.#storyTo + 1;
    this.story = joined(this.story, entries);
    if (this.view !== null) this.#storyTo = Math.max(this.#storyTo, this.view.number);
    if (gap) void this.#readLog(from);
  }

  async #readLog(from: number): Promise<void> {
    try {
      for (let next: number | null = from; next !== null; ) {
        const page = await edge.log(this.door, next);
        this.story = joined(this.story, page.told);
        next = page.next;
      }
    } catch (error) {
      // The story has a hole then; the game does not.
      if (!(error instanceof Refused)) console.warn("the log could not be read", error);
    }
  }

  #said(message: Chat & { readonly type: "chat" }): void {
    const { type: _type, ...chat } = message;
    if (!this.chat.some((known) => known.id === chat.id)) {
      this.chat = [...this.chat, chat];
      if (chat.seat === null || chat.seat !== this.seat) this.unread += 1;
    }
    if (this.saying?.id === chat.id) this.saying = null;
  }

  #present(seat: number, connected: boolean): void {
    if (this.room === null) return;
    const seats = this.room.seats.map((one) => (one.seat === seat ? { ...one, connected } : one));
    this.room = { ...this.room, seats };
  }

  #giveSeed(): void {
    const room = this.room;
    if (room?.status !== "starting" || this.seat === null || room.code === null || this.#seedSent) return;
    const seed = keptSeed(room.code);
    if (seed !== null) this.#seedSent = this.#link.send({ type: "seed", seed });
  }
}
