import { describe, expect, test } from "vitest";
import { type Message, slotsOf } from "../src/i18n/messages";
import { PROOF_EN } from "../src/i18n/proof_en";
import { PROOF_FA } from "../src/i18n/proof_fa";
import { PROOF_TR } from "../src/i18n/proof_tr";

const english: Readonly<Record<string, Message>> = PROOF_EN;

describe.each<[string, Readonly<Record<string, Message>>]>([
  ["tr", PROOF_TR],
  ["fa", PROOF_FA],
])("the texts of %s", (code, texts) => {
  test.each(Object.keys(english))("say %s with the same slots", (key) => {
    expect(slotsOf(texts[key]!)).toEqual(slotsOf(english[key]!));
  });

  test("have a form for every plural category that the language uses for whole numbers", () => {
    const used = new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(code).select(n)));
    for (const [key, message] of Object.entries(texts)) {
      if (typeof message === "object") expect([key, Object.keys(message)]).toEqual([key, expect.arrayContaining([...used])]);
    }
  });
});

const sources = import.meta.glob<string>(["../src/proof/*.svelte", "../src/screens/VerifyScreen.svelte", "../src/proof/finding.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");

test("every sentence is said somewhere: by its key, or by the code of a check", () => {
  const said = new Set([...code.matchAll(/"([\w.]+)"/g)].map(([, key]) => key!));
  const unsaid = Object.keys(english).filter((key) => !said.has(key) && !said.has(key.replace("proof.", "")));
  expect(unsaid).toEqual([]);
});
