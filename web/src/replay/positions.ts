/* The positions of a game for one reader: fetched in ranges, some ahead, not more kept than is useful. */

import type { JsonObject } from "../json";
import { changed, Mismatch } from "../wire/delta";
import type { PositionsPage, View } from "../wire/messages";

/** A range costs the server hardly more than one position, since both cost it the log before them. */
const RANGE = 50;
const MOST_KEPT = 400;

export type AskPositions = (from: number, limit: number, signal: AbortSignal) => Promise<PositionsPage>;

export class Positions {
  #views = new Map<number, View>();
  #ahead: { readonly from: number; readonly done: Promise<void> } | null = null;
  #left = new AbortController();

  constructor(private readonly ask: AskPositions) {}

  at(number: number): View | undefined {
    return this.#views.get(number);
  }

  /** The position, from the edge where it is not here. Fails as the edge does, or when `signal` calls it off. */
  async load(number: number, signal: AbortSignal): Promise<View> {
    if (!this.#views.has(number) && this.#ahead?.from === rangeOf(number)) await this.#ahead.done;
    if (!this.#views.has(number)) await this.#fetch(this.#missing(number), number, signal);
    // The edge may end a range early: then it begins with what is wanted.
    if (!this.#views.has(number)) await this.#fetch(number, number, signal);
    return this.#views.get(number)!;
  }

  /** Have a position here by the time it is wanted; what fails now is told when it is really wanted. */
  prepare(number: number): void {
    if (this.#views.has(number) || this.#ahead !== null) return;
    const done = this.#fetch(this.#missing(number), number, this.#left.signal)
      .catch(() => undefined)
      .finally(() => {
        this.#ahead = null;
      });
    this.#ahead = { from: rangeOf(number), done };
  }

  /** Nobody looks with these eyes any more. */
  leave(): void {
    this.#left.abort();
  }

  /** The first number that is not here, of the range up to the wanted one. */
  #missing(number: number): number {
    let from = rangeOf(number);
    while (from < number && this.#views.has(from)) from += 1;
    return from;
  }

  async #fetch(from: number, wanted: number, signal: AbortSignal): Promise<void> {
    const page = await this.ask(from, rangeOf(from) + RANGE - from, signal);
    let view = page.first;
    this.#views.set(view.number, view);
    try {
      for (const { number, changes } of page.then) {
        view = changed(view as unknown as JsonObject, changes) as unknown as View;
        this.#views.set(number, view);
      }
    } catch (error) {
      // What does not fit is as if it had not come.
      if (!(error instanceof Mismatch)) throw error;
    }
    this.#forget(wanted);
  }

  #forget(wanted: number): void {
    const tooMany = this.#views.size - MOST_KEPT;
    if (tooMany <= 0) return;
    const farthest = [...this.#views.keys()].sort((one, other) => Math.abs(other - wanted) - Math.abs(one - wanted));
    for (const number of farthest.slice(0, tooMany)) this.#views.delete(number);
  }
}

/** Where the range begins that a number lies in. */
function rangeOf(number: number): number {
  return number - ((number - 1) % RANGE);
}
