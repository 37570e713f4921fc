import { beforeAll, expect, test } from "vitest";
import { explained } from "../src/app/explain";
import { speak } from "../src/i18n/speak.svelte";

beforeAll(() => speak("en"));

const banned = (until: number | null) => ({ code: "banned", message: "", details: { until, reason: "insults" } });

test("who is banned for a while reads until when and why", () => {
  expect(explained(banned(Date.UTC(2027, 0, 31, 12)))).toMatch(/January 31, 2027.*insults/);
});

test("who is banned for good reads why", () => {
  expect(explained(banned(null))).toBe("You may not come in any more: insults");
});
