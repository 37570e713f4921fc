/* How refusals and names read in a window. */

import { sentence } from "../../../i18n/speak.svelte";
import type { Code } from "../rules";

export function reasonFor(code: Code): string {
  return sentence(`fetih.code.${code}`) ?? code;
}

/** With a capital, as at the head of a line; Turkish has two of the letter i. */
export function headed(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
