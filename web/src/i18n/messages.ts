/* What a catalogue is made of, and how a message becomes a sentence. */

import { numbers, plurals } from "./formats";
import { isLanguage, LANGUAGES } from "./languages";

/** One text per plural category of the language (`Intl.PluralRules`); chosen by the slot `count`. */
export type Forms = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Message = string | Forms;

/** The same sentences in another language: a plain text where the first has one, forms where it has forms. */
export type Translated<Messages> = { readonly [K in keyof Messages]: Messages[K] extends string ? string : Forms };

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Filling<Name extends string> = { readonly [N in Name]: N extends "count" ? number : string | number };

/** The slots that a message's text names: `{seat}` asks for `seat`, a message with forms for `count`. */
export type Slots<M> = M extends string
  ? Filling<Names<M>>
  : M extends { readonly other: infer Other }
    ? Filling<Names<Other> | "count">
    : never;

export type Values = Readonly<Record<string, string | number>>;

/** The text of a message in a language; numbers are written with that language's digits. */
export function fill(message: Message, language: string, values: Values = {}): string {
  const text = typeof message === "string" ? message : chosen(message, language, values.count);
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const value = values[name];
    if (value === undefined) return slot;
    return typeof value === "number" ? numbers(language).format(value) : apart(value, language);
  });
}

/**
 * A text with Latin letters inside a sentence written from right to left, set apart from it: a name is no part of the
 * sentence's order, and a number that follows it would else move to its other side.
 */
function apart(text: string, language: string): string {
  const isMixed = isLanguage(language) && LANGUAGES[language].direction === "rtl" && /\p{Script=Latin}/u.test(text);
  return isMixed ? `\u2068${text}\u2069` : text;
}

function chosen(forms: Forms, language: string, count: string | number | undefined): string {
  const category = plurals(language).select(Number(count ?? 0));
  return forms[category] ?? forms.other;
}

/** The names of all slots in a message, for the test that every language fills the same ones. */
export function slotsOf(message: Message): string[] {
  const texts = typeof message === "string" ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)))].sort();
}
