import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { guessed, LANGUAGES } from "../src/i18n/languages";
import { fill, type Message, slotsOf } from "../src/i18n/messages";

const languages = await Promise.all(Object.entries(LANGUAGES).map(async ([code, { load }]) => [code, await load()] as const));
const english: Readonly<Record<string, Message>> = en;

describe.each(languages)("the catalogue of %s", (code, catalogue) => {
  const messages: Readonly<Record<string, Message>> = catalogue;

  test("has the same keys as the English one", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
  });

  test.each(Object.keys(english))("says %s with the same slots", (key) => {
    expect(slotsOf(messages[key]!)).toEqual(slotsOf(english[key]!));
  });

  test("has a form for every plural category that the language uses for whole numbers", () => {
    const used = new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(code).select(n)));
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === "object") expect([key, Object.keys(message)]).toEqual([key, expect.arrayContaining([...used])]);
    }
  });

  test("has no empty sentence and no leftover mark", () => {
    for (const message of Object.values(messages)) {
      for (const text of typeof message === "string" ? [message] : Object.values(message)) {
        expect(text.trim()).toBe(text);
        expect(text).toMatch(/\S/);
        expect(text).not.toMatch(/TODO|\?\?|\{\}/);
      }
    }
  });
});

test("a slot is filled, and a number is written as the language writes it", () => {
  expect(fill("{name} has {count}", "en", { name: "Ada", count: 12345 })).toBe("Ada has 12,345");
  expect(fill("{count}", "tr", { count: 12345 })).toBe("12.345");
  expect(fill("{count}", "fa", { count: 12 })).toBe("۱۲");
});

test("in a sentence from right to left a Latin name stays apart, whatever follows it", () => {
  expect(fill("{name} {count} منبع", "fa", { name: "Ada7", count: 3 })).toBe("\u2068Ada7\u2069 ۳ منبع");
  expect(fill("{name}:", "fa", { name: "ایران" })).toBe("ایران:");
  expect(fill("{name} {count}", "tr", { name: "Ada7", count: 3 })).toBe("Ada7 3");
});

test("the form follows the language's plural rules", () => {
  const russian = { one: "{count} ход", few: "{count} хода", many: "{count} ходов", other: "{count} хода" };
  expect([1, 3, 5, 21].map((count) => fill(russian, "ru", { count }))).toEqual(["1 ход", "3 хода", "5 ходов", "21 ход"]);
});

test.each([
  ["the remembered language comes first", "tr", ["en-US"], "tr"],
  ["else the first asked for that is spoken", null, ["de-DE", "tr-TR", "en"], "tr"],
  ["what is remembered and no longer spoken is passed over", "xx", ["tr"], "tr"],
  ["else English", null, ["de"], "en"],
] as const)("%s", (_rule, remembered, asked, expected) => {
  expect(guessed(remembered, asked)).toBe(expected);
});
