/* The page's language now, and sentences in it. */

import { keep, kept } from "../keep";
import type { Key, MessageOf } from "./en";
import { guessed, LANGUAGES, type Language, type LanguageCode } from "./languages";
import { fill, type Message, type Slots, type Values } from "./messages";

const REMEMBERED = "language";

let current = $state<LanguageCode>(guessed(kept(REMEMBERED), navigator.languages));

export function language(): LanguageCode {
  return current;
}

export function speak(code: LanguageCode): void {
  current = code;
  keep(REMEMBERED, code);
}

function spoken(): Language {
  return LANGUAGES[current];
}

/** Tells the document its language and writing direction, for screen readers, hyphens and layout. */
export function markDocument(): void {
  document.documentElement.lang = current;
  document.documentElement.dir = spoken().direction;
}

type Arguments<M> = keyof Slots<M> extends never ? [] : [values: Slots<M>];

/** The sentence of a key, its slots filled. */
export function t<K extends Key>(key: K, ...[values]: Arguments<MessageOf<K>>): string {
  return fill(spoken().catalogue[key], current, values as Values | undefined);
}

/** The sentence of a key that is put together at run time (a code, an event), or null if there is none. */
export function sentence(key: string, values: Values = {}): string | null {
  const message = (spoken().catalogue as Readonly<Record<string, Message>>)[key];
  return message === undefined ? null : fill(message, current, values);
}

export function number(value: number): string {
  return new Intl.NumberFormat(current).format(value);
}

export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(current, { hour: "2-digit", minute: "2-digit" }).format(at);
}

export function list(items: readonly string[]): string {
  return new Intl.ListFormat(current, { type: "conjunction" }).format(items);
}

/** Two codes of equal writing order may differ in case rules: Turkish i and ı. */
export function sorted(items: readonly string[]): string[] {
  return [...items].sort(new Intl.Collator(current).compare);
}
