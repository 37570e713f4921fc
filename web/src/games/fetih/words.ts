/* Ids, codes and sums of the game in the language now. */

import { language, list, number, sentence } from "../../i18n/speak.svelte";
import type { Code } from "./rules/acting";
import { type Force, type Goods, RESOURCES, UNITS } from "./tables";

/** A resource, soldier, structure, age, colour, region or continent. */
export function term(id: string): string {
  return sentence(`fetih.term.${id}`) ?? id;
}

/** With a capital, as at the head of a line; Turkish has two of the letter i. */
export function headed(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** "2 wood and 1 gold"; empty for nothing. */
export function counted(counts: Goods | Force): string {
  const all: Readonly<Record<string, number | undefined>> = counts;
  return list([...RESOURCES, ...UNITS].flatMap((one) => (all[one] ? [`${number(all[one])} ${term(one)}`] : [])));
}

/** Why something cannot be done now. */
export function reasonFor(code: Code): string {
  return sentence(`fetih.code.${code}`) ?? code;
}
