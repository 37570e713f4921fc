import { beforeAll, describe, expect, test } from "vitest";
import { toldBy, wordsOf } from "../src/games/words";
import { speak } from "../src/i18n/speak.svelte";
import { wording } from "../src/room/story";

const NAMES = ["Ayşe", "Ali", "Bot"];
const words = wordsOf("fetih", (seat) => NAMES[seat]!);
const told = (type: string, fields: object) => toldBy("fetih", { type, ...fields }, words);

beforeAll(() => speak("tr"));

describe("a game without a screen is read in its own words", () => {
  test.each([
    ["region", "west_siberia", "Batı Sibirya"],
    ["from", "iberia", "İberya"],
    ["from", 1, "Ali"],
    ["owner", null, "tarafsız"],
    ["order", [2, 0], "Bot, Ayşe"],
    ["seats", [0, 2], "Ayşe, Bot"],
    ["seats", 3, "3"],
    ["units", { infantry: 2, tank: 1 }, "2 piyade ve 1 tank"],
    ["resources", {}, "–"],
    ["village", true, "evet"],
    ["number", 8, "8"],
  ] as const)("%s %j reads %s", (key, value, said) => {
    expect(words.value(value, key)).toBe(said);
  });

  test("a command's arguments with the names of its fields", () => {
    expect(words.value({ region: "egypt", unit: "archer", count: 2 })).toBe("Bölge: Mısır · Asker: okçu · Sayı: 2");
  });

  test("what the catalogue does not know stays readable", () => {
    expect(wordsOf("sealed", String).name("fields_left")).toBe("Fields left");
    expect(wordsOf("sealed", String).value({ seat: 1, left: "none" })).toBe("Seat: 1 · Left: none");
  });
});

describe("numbers that have a name are read by it", () => {
  const houses = wordsOf("houses", (seat) => NAMES[seat]!);

  test.each([
    ["house", 0, "Zagros"],
    ["target", 3, "Sehend"],
    ["winners", [1, 4], "Elburz, Taftan"],
    ["partners", [0, 2], "Ayşe, Bot"],
    ["prestige", 2, "2"],
  ] as const)("%s %j", (key, value, said) => expect(houses.value(value as never, key)).toBe(said));

  test("in what is told", () => {
    const event = { type: "CharacterDied", character: "h2c1", house: 2, role: "prince", cause: "violence" };
    expect(toldBy("houses", event, houses)).toBe("Elvend: h2c1 (prens) öldü (şiddet).");
    const hidden = { type: "HouseBecameEnemy", house: 1 };
    expect(toldBy("houses", hidden, houses)).toBe("Elburz kralın düşmanlarına katıldı.");
  });
});

describe("an event is told", () => {
  test("as its sentence", () => {
    expect(told("RegionPicked", { seat: 0, region: "egypt", pick: 1, auto: false })).toBe("Ayşe başlangıç bölgesi seçti: Mısır.");
  });

  test("by the sentence for one of its fields", () => {
    expect(told("RegionPicked", { seat: 0, region: "egypt", pick: 1, auto: true })).toMatch(/^Süre doldu/);
    expect(told("TurnEnded", { seat: 1, reason: "timeout" })).toBe("Süre doldu: Ali pas geçti.");
    expect(told("TradeOffered", { trade: 1, from: 0, to: null, give: { wood: 1 }, get: { gold: 2 } })).toBe(
      "Ayşe herkese takas önerdi: 1 odun → 2 altın.",
    );
  });

  test("without what the reader may not know", () => {
    expect(told("ResourcePlundered", { seat: 0, from: 1, resource: "gold", count: 1 })).toBe("Ayşe yağmadan 1 altın aldı. Yağmalanan: Ali.");
    expect(told("ResourcePlundered", { seat: 0, from: 1, count: 1 })).toBe("Ayşe yağmadan bir kaynak aldı. Yağmalanan: Ali.");
  });

  test("not at all where the catalogue has no sentence", () => {
    expect(told("Invented", { seat: 0 })).toBeNull();
  });
});

test("a story that grows words only what is new, and keeps the lines that stand", () => {
  const said: string[] = [];
  const lines = wording(({ type }) => {
    said.push(type);
    return type === "Silent" ? null : type;
  });
  const first = { number: 1, at: 5, told: [{ type: "A" }, { type: "Silent" }, { type: "B" }] };
  const before = lines([first]);
  expect(before).toEqual([{ key: "1.0", number: 1, at: 5, text: "A" }, { key: "1.2", number: 1, at: 5, text: "B" }]);
  const after = lines([first, { number: 2, at: 6, told: [{ type: "C" }] }]);
  expect(after.map(({ text }) => text)).toEqual(["A", "B", "C"]);
  expect(after[0]).toBe(before[0]);
  expect(said).toEqual(["A", "Silent", "B", "C"]);
});
