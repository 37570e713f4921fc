/* The page's language now, and sentences in it. */

import { keep, kept } from "../keep";
import type { Catalogue, Key, MessageOf } from "./en";
import { clocks, days, grouped, lists, signedNumbers } from "./formats";
import { guessed, type LanguageCode, LANGUAGES, REMEMBERED } from "./languages";
import { fill, type Message, type Slots, type Values } from "./messages";

let current = $state<LanguageCode>(guessed(kept(REMEMBERED), navigator.languages));
/** That of the current language, once it is there. */
let catalogue = $state.raw<Catalogue | null>(null);

export function language(): LanguageCode {
  return current;
}

/** Fetch the sentences of the current language: nothing can be said before. */
export async function learn(): Promise<void> {
  catalogue = await LANGUAGES[current].load();
}

/** Speak another language as soon as its sentences are there. Rejects where they cannot be had. */
export async function speak(code: LanguageCode): Promise<void> {
  catalogue = await LANGUAGES[code].load();
  current = code;
  keep(REMEMBERED, code);
}

function sentences(): Catalogue {
  if (catalogue === null) throw new Error("no language was learnt yet");
  return catalogue;
}

/** Tells the document its language and writing direction, for screen readers, hyphens and layout. */
export function markDocument(): void {
  document.documentElement.lang = current;
  document.documentElement.dir = LANGUAGES[current].direction;
}

export type Arguments<M> = keyof Slots<M> extends never ? [] : [values: Slots<M>];

/** The sentence of a key, its slots filled. */
export function t<K extends Key>(key: K, ...[values]: Arguments<MessageOf<K>>): string {
  return fill(sentences()[key], current, values as Values | undefined);
}

/** The sentence of a key that is put together at run time (a code, an event), or null if there is none. */
export function sentence(key: string, values: Values = {}): string | null {
  const message = (sentences() as Readonly<Record<string, Message>>)[key];
  return message === undefined ? null : fill(message, current, values);
}

export function number(value: number): string {
  return grouped(current).format(value);
}

export function signed(value: number): string {
  return signedNumbers(current).format(value);
}

export function clockTime(at: number): string {
  return clocks(current).format(at);
}

export function day(at: number): string {
  return days(current).format(at);
}

export function list(items: readonly string[]): string {
  return lists(current).format(items);
}

/** One after the other, without an "and". */
export function series(items: readonly string[]): string {
  return items.join(LANGUAGES[current].comma);
}
