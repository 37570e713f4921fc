/* A game watched again: which moment is in sight, with whose eyes, and how it goes on. */

import type { JsonObject } from "../json";
import type { Sight } from "../room/sight";
import { edge, Refused, Unreachable } from "../wire/http";
import { BROWSER, Link, type World } from "../wire/link";
import type { Told, Room, View } from "../wire/messages";
import type { Outbox } from "../wire/outbox";
import { type Eyes, isLent, ownEyes } from "./eyes";
import { type Moment, numberAt, within } from "./moment";
import { Positions } from "./positions";
import { formerTurn, nextTurn } from "./turns";

export const SPEEDS = [1, 2, 4, 8] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a moment stays at single speed. */
const STAYS = 1_000;
/** How far ahead positions are fetched, so that playing goes on without a halt. */
const AHEAD = 20;
/** Who drags the slider passes many moments: only where they rest is fetched. */
const RESTS = 150;
/** How often the end of a running game is looked at while one stands there. */
const GROWS = 10_000;

/** What is in sight. Replaced as a whole, so that a view never stands beside another reader's story. */
interface Shown {
  readonly eyes: Eyes;
  readonly log: readonly Told[];
  readonly number: number;
  readonly view: View;
}

/** What failed, so that it can be tried again. */
export interface Failure {
  readonly error: unknown;
  readonly again: () => Promise<void>;
}

export class Replay implements Sight {
  room = $state.raw<Room | null>(null);
  /** The moment asked for; the one in sight follows as soon as it is here. */
  wanted = $state(1);
  isPlaying = $state(false);
  /** Something is on its way that was asked for. */
  isFetching = $state(false);
  speed = $state.raw<Speed>(1);
  failure = $state.raw<Failure | null>(null);
  /** The address asked for eyes that are not lent. */
  isRefusedEyes = $state(false);
  #shown = $state.raw<Shown | null>(null);

  readonly story = $derived(
    this.#shown === null
      ? []
      : this.#shown.log.filter(({ number, told }) => number <= this.#shown!.number && told.length > 0),
  );
  readonly outbox: Outbox = [];
  readonly refused = null;

  #positions: Positions | null = null;
  #errand = new AbortController();
  /** Who sits at the table stays at it while looking back: else a bot would take the seat, or the room be closed. */
  #seat: Link | null = null;
  #stopTimer: () => void = () => undefined;
  #stopWatch: () => void = () => undefined;
  #isLeft = false;

  constructor(
    readonly door: string,
    private readonly asked: Moment,
    private readonly world: World = BROWSER,
  ) {}

  /** Nothing can be played: what is seen has happened. */
  play(_command: JsonObject): void {}

  /** The time of the moment in sight: clocks show what was left then. */
  serverTime(now: number): number {
    return this.#shown?.view.at ?? now;
  }

  get view(): View | null {
    return this.#shown?.view ?? null;
  }

  get number(): number {
    return this.#shown?.number ?? 0;
  }

  get eyes(): Eyes {
    return this.#shown?.eyes ?? "public";
  }

  /** All that was told these eyes, beyond the moment too. */
  get log(): readonly Told[] {
    return this.#shown?.log ?? [];
  }

  get last(): number {
    return this.#shown?.log.at(-1)?.number ?? 0;
  }

  /** Whether the game goes on, so that its numbers grow. */
  get isRunning(): boolean {
    return this.room?.status === "running";
  }

  /** Whether the room is closed: its game can be watched again, but nobody enters it. */
  get isClosed(): boolean {
    return this.room !== null && this.room.reason !== null;
  }

  async open(): Promise<void> {
    await this.#attempt(
      async (signal) => {
        const room = await edge.replayed(this.door);
        if (signal.aborted) return;
        this.room = room;
        this.#stay();
        const wish = this.asked.eyes;
        this.isRefusedEyes = wish !== null && !isLent(room, wish);
        const eyes = wish === null || this.isRefusedEyes ? ownEyes(room) : wish;
        // Another reader's number means nothing to one's own eyes.
        await this.#look(eyes, () => (this.isRefusedEyes ? 1 : (this.asked.number ?? 1)), signal);
        this.#watchEnd();
      },
      () => this.open(),
    );
  }

  leave(): void {
    this.#isLeft = true;
    this.pause();
    this.#stopWatch();
    this.#seat?.stop();
    this.#errand.abort();
    this.#positions?.leave();
  }

  /** Look with other eyes, at the same moment as nearly as can be. Until it is here the former stays in sight. */
  async see(eyes: Eyes): Promise<void> {
    this.pause();
    this.isRefusedEyes = false;
    const at = this.view?.at;
    await this.#attempt(
      (signal) => this.#look(eyes, (log) => (at === undefined ? 1 : numberAt(log, at)), signal),
      () => this.see(eyes),
    );
  }

  async goTo(number: number): Promise<void> {
    this.wanted = within(number, this.last);
    if (this.#show(this.wanted)) return;
    const isDragged = this.isFetching;
    const wanted = this.wanted;
    await this.#attempt(
      async (signal) => {
        if (isDragged) await new Promise<void>((rested) => this.world.later(RESTS, rested));
        if (signal.aborted) return;
        await this.#positions!.load(wanted, signal);
        if (!signal.aborted) this.#show(wanted);
      },
      () => this.goTo(wanted),
    );
  }

  async step(by: number): Promise<void> {
    this.pause();
    await this.goTo(this.wanted + by);
  }

  /** To where the next turn begins, or back to where this one or the one before did. */
  async stepTurn(by: 1 | -1): Promise<void> {
    this.pause();
    const from = this.wanted;
    await this.#attempt(
      async (signal) => {
        const viewAt = (number: number) => this.#positions!.load(number, signal);
        const found = await (by > 0 ? nextTurn(from, this.last, viewAt) : formerTurn(from, viewAt));
        if (signal.aborted) return;
        this.wanted = found;
        await viewAt(found);
        if (!signal.aborted) this.#show(found);
      },
      () => this.stepTurn(by),
    );
  }

  async toggle(): Promise<void> {
    if (this.isPlaying) return this.pause();
    this.isPlaying = true;
    // At the end of a game that is over it begins anew.
    if (this.wanted >= this.last && !this.isRunning) await this.goTo(1);
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    this.#stopTimer();
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (this.isPlaying) this.#wait();
  }

  /** What was told since; the moment in sight stays. */
  async refresh(): Promise<void> {
    const shown = this.#shown;
    if (shown === null) return;
    const room = await edge.replayed(this.door);
    const more = await this.#read(shown.eyes, this.last + 1, this.#errand.signal);
    this.room = room;
    if (more.length > 0 && this.#shown?.log === shown.log) this.#shown = { ...this.#shown, log: [...shown.log, ...more] };
  }

  #wait(): void {
    this.#stopTimer();
    if (this.isPlaying) this.#stopTimer = this.world.later(STAYS / this.speed, () => void this.#goOn());
  }

  async #goOn(): Promise<void> {
    if (this.isFetching) return this.#wait();
    if (this.wanted < this.last) await this.goTo(this.wanted + 1);
    else if (!this.isRunning) this.pause();
    this.#wait();
  }

  #stay(): void {
    if (this.#seat !== null || this.room === null || this.room.seat === null || this.isClosed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/rooms/${encodeURIComponent(this.door)}/socket`;
    this.#seat = new Link({ address: () => address, heard: () => undefined, changed: () => undefined }, this.world);
    this.#seat.start();
  }

  /** While one stands at the end of a running game, its end is looked at now and then. */
  #watchEnd(): void {
    this.#stopWatch();
    if (!this.isRunning || this.#isLeft) return;
    this.#stopWatch = this.world.later(GROWS, () => {
      // A failure says itself as soon as something is wanted; until then the next look may do.
      const looked = this.wanted >= this.last ? this.refresh().catch(() => undefined) : Promise.resolve();
      void looked.then(() => this.#watchEnd());
    });
  }

  #show(number: number): boolean {
    const view = this.#positions?.at(number);
    if (view === undefined || this.#shown === null) return false;
    this.#callOff();
    this.#shown = { ...this.#shown, number, view };
    if (number < this.last) this.#positions!.prepare(Math.min(number + AHEAD, this.last));
    return true;
  }

  async #look(eyes: Eyes, choose: (log: readonly Told[]) => number, signal: AbortSignal): Promise<void> {
    const log = await this.#read(eyes, 1, signal);
    const positions = new Positions((from, limit, call) => edge.positions(this.door, eyes, from, limit, call));
    const number = within(choose(log), log.at(-1)?.number ?? 1);
    const view = await positions.load(number, signal);
    if (signal.aborted) return;
    this.#positions?.leave();
    this.#positions = positions;
    this.#shown = { eyes, log, number, view };
    this.wanted = number;
    this.#show(number);
  }

  async #read(eyes: Eyes, from: number, signal: AbortSignal): Promise<readonly Told[]> {
    const log: Told[] = [];
    for (let next: number | null = from; next !== null; ) {
      const page = await edge.logOf(this.door, eyes, next, signal);
      log.push(...page.told);
      next = page.next;
    }
    return log;
  }

  /** What was asked for before is not wanted any more. */
  #callOff(): AbortSignal {
    this.#errand.abort();
    this.#errand = new AbortController();
    this.isFetching = false;
    this.failure = null;
    return this.#errand.signal;
  }

  async #attempt(what: (signal: AbortSignal) => Promise<void>, again: () => Promise<void>): Promise<void> {
    const signal = this.#callOff();
    this.isFetching = true;
    try {
      await what(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.pause();
      this.isFetching = false;
      // What is no failure of the edge is a fault of ours.
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      this.failure = { error, again };
    }
    if (!signal.aborted) this.isFetching = false;
  }
}
