/* The languages that the page speaks. Another one is a catalogue, a line here, and nothing else. */

import type { Catalogue } from "./en";

export interface Language {
  /** The language's own name, as its speakers look for it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Between the items of a mere series. That of Persian carries a mark: Latin names on both sides keep their order. */
  readonly comma: string;
  /** Only the catalogue that is read is fetched. */
  readonly load: () => Promise<Catalogue>;
}

export const LANGUAGES = {
  en: { name: "English", direction: "ltr", comma: ", ", load: async () => (await import("./en")).en },
  tr: { name: "Türkçe", direction: "ltr", comma: ", ", load: async () => (await import("./tr")).tr },
  fa: { name: "فارسی", direction: "rtl", comma: "،\u200f ", load: async () => (await import("./fa")).fa },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof LANGUAGES;

/** Where the chosen language is kept. */
export const REMEMBERED = "language";

export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return typeof code === "string" && Object.hasOwn(LANGUAGES, code);
}

/** The remembered language, else the first that the browser asks for and we speak, else English. */
export function guessed(remembered: string | null, asked: readonly string[]): LanguageCode {
  if (isLanguage(remembered)) return remembered;
  const spoken = asked.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
  return spoken ?? "en";
}
