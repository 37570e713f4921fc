/* What happens on the table, one thing after another: dice that fall, a battle's needle, who lost what. */

import type { Scene } from "../scene.svelte";
import type { RegionId } from "../tables";
import { type Act, actsOf } from "./acts";
import { fresh } from "./fresh";
import { endOf, waitingAfter } from "./queue";

const NONE: ReadonlySet<RegionId> = new Set();

/** How long the dice roll before they lie still, and the needle turns; a hurried act takes half of it. */
export const ROLLING = 1_000;
export const TURNING = 1_400;

export interface Shown {
  readonly id: number;
  readonly act: Act;
  /** Milliseconds until its outcome is to be seen: 0 where nothing may move. */
  readonly moves: number;
}

export class Stage {
  #shown = $state.raw<Shown | null>(null);
  #isSettled = $state(false);
  #since = 0;
  #waiting: readonly Act[] = [];
  #count = 0;
  /** The number of the last view whose events were taken in. */
  #seen: number;
  #you: number | null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly world = { now: () => performance.now(), isStill: prefersStillness },
  ) {
    this.#seen = scene.view.number;
    this.#you = scene.you;
  }

  /** What is on the table now. */
  get shown(): Shown | null {
    return this.#shown;
  }

  /** Whether what is shown lies still and its outcome can be told. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** The regions that glow now: those that produced. */
  get lit(): ReadonlySet<RegionId> {
    const act = this.#shown?.act;
    return act?.kind === "dice" && this.#isSettled ? new Set(act.regions) : NONE;
  }

  /** Take in what was told since the last time; called whenever the story grows. */
  follow(): void {
    const { story } = this.scene.sight;
    const { number, at } = this.scene.view;
    const { you } = this.scene;
    if (number < this.#seen || you !== this.#you) {
      // A replay went back, or looks with other eyes, which count for themselves: what was to come has been.
      this.#seen = number;
      this.#you = you;
      this.clear();
      return;
    }
    const entries = fresh(story, this.#seen, { number, at });
    this.#seen = number;
    const acts = entries.flatMap(({ told }) => actsOf(told, this.scene.you));
    if (acts.length === 0) return;
    this.#waiting = waitingAfter(this.#waiting, acts);
    if (this.#shown === null) this.#next();
    else this.#arm();
  }

  /** Away with what is shown; the next one comes. */
  skip(): void {
    this.#next();
  }

  clear(): void {
    this.#waiting = [];
    this.#next();
  }

  #next(): void {
    const [act, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#since = this.world.now();
    if (act === undefined) {
      this.#disarm();
      this.#shown = null;
      return;
    }
    this.#count += 1;
    const isHurried = rest.length > 0;
    const whole = act.kind === "dice" ? ROLLING : act.kind === "battle" ? TURNING : 0;
    const moves = this.world.isStill() ? 0 : isHurried ? whole / 2 : whole;
    this.#shown = { id: this.#count, act, moves };
    this.#isSettled = moves === 0;
    this.#arm();
  }

  /** Set the clocks of the act that is shown, by what waits behind it. */
  #arm(): void {
    this.#disarm();
    const shown = this.#shown;
    if (shown === null) return;
    const now = this.world.now();
    const ends = endOf(shown.act, this.#since, this.#waiting.length > 0);
    this.#timers = [setTimeout(() => this.#next(), Math.max(0, ends - now))];
    if (!this.#isSettled) {
      this.#timers.push(setTimeout(() => (this.#isSettled = true), Math.max(0, this.#since + shown.moves - now)));
    }
  }

  #disarm(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
