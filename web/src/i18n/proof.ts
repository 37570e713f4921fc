/* The texts of checking a game: no part of the catalogue, since few who play need them. */

import type { LanguageCode } from "./languages";
import { fill, type Translated, type Values } from "./messages";
import type { PROOF_EN } from "./proof_en";
import { type Arguments, language } from "./speak.svelte";

export type ProofTexts = Translated<typeof PROOF_EN>;

const PROOF: Readonly<Record<LanguageCode, () => Promise<ProofTexts>>> = {
  en: async () => (await import("./proof_en")).PROOF_EN,
  tr: async () => (await import("./proof_tr")).PROOF_TR,
  fa: async () => (await import("./proof_fa")).PROOF_FA,
};

/** The texts in the page's language. */
export function proofTexts(): Promise<ProofTexts> {
  return PROOF[language()]();
}

/** A sentence of these texts, its slots filled. */
export function say<K extends keyof ProofTexts>(
  texts: ProofTexts,
  key: K,
  ...[values]: Arguments<(typeof PROOF_EN)[K]>
): string {
  return fill(texts[key], language(), values as Values | undefined);
}
