/* The book of Fetih's rules in each language: only the one that is read is fetched. */

import type { LanguageCode } from "../../languages";
import type { Book } from "./rules";

export const BOOKS: Readonly<Record<LanguageCode, () => Promise<Book>>> = {
  en: async () => (await import("./rules_en")).RULES_EN,
  tr: async () => (await import("./rules_tr")).RULES_TR,
  fa: async () => (await import("./rules_fa")).RULES_FA,
};
