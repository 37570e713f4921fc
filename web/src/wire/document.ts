/* The view that the page holds, and what a message makes of it. */

import type { JsonObject } from "../json";
import { changed, Mismatch } from "./delta";
import type { DeltaMessage, Told, View, ViewMessage } from "./messages";

/** `told` is new to the reader; `gap`: events between the former view and this one were not among it. */
export interface Shown {
  readonly view: View;
  readonly told: Told;
  readonly gap: boolean;
}

/** The next view, null for one older than what is held, or "resync" where a whole one must be asked for. */
export function shown(held: View | null, message: ViewMessage | DeltaMessage): Shown | null | "resync" {
  return message.type === "view" ? whole(held, message) : delta(held, message);
}

function whole(held: View | null, message: ViewMessage): Shown | null {
  if (held !== null && message.number < held.number) return null;
  const { type: _type, former, told, ...view } = message;
  const known = held?.number ?? 0;
  const gap = message.number > known && !(former === known && told.length > 0);
  return { view, told: { number: view.number, at: view.at, told }, gap };
}

function delta(held: View | null, message: DeltaMessage): Shown | null | "resync" {
  if (held !== null && message.number <= held.number && message.former < held.number) return null;
  if (held === null || message.former !== held.number) return "resync";
  try {
    const view = changed(held as unknown as JsonObject, message.changes) as unknown as View;
    if (view.number !== message.number) return "resync";
    return { view, told: { number: view.number, at: view.at, told: message.told }, gap: false };
  } catch (error) {
    if (error instanceof Mismatch) return "resync";
    throw error;
  }
}
