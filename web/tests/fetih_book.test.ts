import { describe, expect, test } from "vitest";
import { figures, NUMBERS } from "../src/games/fetih/help/figures";
import { BALANCE, ways } from "../src/games/fetih/tables";
import { ADVICE, type Book, CHAPTERS } from "../src/i18n/games/fetih/rules";
import { RULES_EN } from "../src/i18n/games/fetih/rules_en";
import { RULES_FA } from "../src/i18n/games/fetih/rules_fa";
import { RULES_TR } from "../src/i18n/games/fetih/rules_tr";
import { slotsOf } from "../src/i18n/messages";

const NUMBERED = figures({ nameOf: (id) => `<${id}>`, number: String, list: (items) => items.join(", ") });

/** All texts of a book, chapter by chapter. */
function texts(book: Book): string[][] {
  return [...CHAPTERS.map((chapter) => book.rules[chapter].rules.map(({ text }) => text)), ADVICE.map((one) => book.guide.advice[one].text)];
}

describe.each([
  ["English", RULES_EN],
  ["Turkish", RULES_TR],
  ["Persian", RULES_FA],
])("the rules in %s", (_name, book) => {
  test("name only numbers that the tables give", () => {
    const used = texts(book).flat().flatMap(slotsOf);
    expect(used.filter((slot) => !(slot in NUMBERED))).toEqual([]);
  });

  test("name every number that is given", () => {
    const used = new Set(texts(book).flat().flatMap(slotsOf));
    expect(Object.keys(NUMBERED).filter((slot) => !used.has(slot))).toEqual([]);
  });

  test("say each thing once in a chapter", () => {
    for (const chapter of CHAPTERS) {
      const abouts = book.rules[chapter].rules.map(({ about }) => about);
      expect(new Set(abouts).size).toBe(abouts.length);
    }
  });
});

test("all languages hold the same rules, with the same numbers in them", () => {
  const shape = (book: Book) => texts(book).map((chapter) => chapter.map(slotsOf));
  expect(shape(RULES_TR)).toEqual(shape(RULES_EN));
  expect(shape(RULES_FA)).toEqual(shape(RULES_EN));
});

test("two dice fall in 36 ways, six of them on a 7", () => {
  expect(NUMBERS.reduce<number>((sum, one) => sum + ways(one), ways(7))).toBe(36);
  expect([2, 6, 7, 8, 12].map(ways)).toEqual([1, 5, 6, 5, 1]);
});

test("prices are told in words, in resource order", () => {
  expect(NUMBERED.start_pack).toBe("2 <wood>, 1 <stone>, 2 <food>, 1 <gold>");
});

// The guide's own sums: they would be wrong with other numbers.
test("what the guide reckons is so", () => {
  const infantry = BALANCE.unitStrength.infantry;
  const chance = (attackers: number) => Math.floor((200 * attackers + attackers + infantry) / (2 * (attackers + infantry)));
  expect([2 * infantry, 3 * infantry].map(chance)).toEqual([67, 75]);
  expect(BALANCE.neutralInfantry).toBe(1);
});
