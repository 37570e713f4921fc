import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insist } from "../src/app/insist";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("what cannot be had is asked for until it comes, and comes once", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("gone")).mockResolvedValue("part");
  const [come, failed] = [vi.fn(), vi.fn()];
  insist(load, come, failed);
  await vi.advanceTimersByTimeAsync(2_999);
  expect([come.mock.calls.length, failed.mock.calls.length]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(come.mock.calls).toEqual([["part"]]);
  expect(load).toHaveBeenCalledTimes(2);
});

test("who gave up is troubled no more", async () => {
  const [come, failed] = [vi.fn(), vi.fn()];
  insist(() => Promise.resolve("part"), come, failed)();
  const load = vi.fn(() => Promise.reject(new Error("gone")));
  insist(load, come, failed)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([come.mock.calls.length, failed.mock.calls.length, load.mock.calls.length]).toEqual([0, 0, 1]);
});
