/* Commands that have no answer yet. They are sent again with the same id, so that each happens at most once. */

import type { JsonObject } from "../json";

export interface Unanswered {
  readonly id: string;
  readonly seen: number | null;
  readonly command: JsonObject;
  /** When it was first sent, by the page's clock. */
  readonly since: number;
  /** The edge has said that no engine answered: asked for again from time to time. */
  readonly silent: boolean;
}

export type Outbox = readonly Unanswered[];

export function put(outbox: Outbox, one: Omit<Unanswered, "silent">): Outbox {
  return [...outbox, { ...one, silent: false }];
}

export function answered(outbox: Outbox, id: string): Outbox {
  return outbox.filter((one) => one.id !== id);
}

export function silent(outbox: Outbox, id: string): Outbox {
  return outbox.map((one) => (one.id === id ? { ...one, silent: true } : one));
}
