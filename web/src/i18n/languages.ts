/* The languages that the page speaks. Another one is a catalogue, a line here, and nothing else. */

import { en, type Catalogue } from "./en";
import { tr } from "./tr";

export interface Language {
  /** The language's own name, as its speakers look for it. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  readonly catalogue: Catalogue;
}

export const LANGUAGES = {
  en: { name: "English", direction: "ltr", catalogue: en },
  tr: { name: "Türkçe", direction: "ltr", catalogue: tr },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof LANGUAGES;

export function isLanguage(code: string | null | undefined): code is LanguageCode {
  return typeof code === "string" && Object.hasOwn(LANGUAGES, code);
}

/** The remembered language, else the first that the browser asks for and we speak, else English. */
export function guessed(remembered: string | null, asked: readonly string[]): LanguageCode {
  if (isLanguage(remembered)) return remembered;
  const spoken = asked.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage);
  return spoken ?? "en";
}
