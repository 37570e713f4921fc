import { expect, test } from "vitest";
import vectors from "../../tests/proof/vectors/vectors.json";
import { checkGames } from "../src/proof/checking";
import type { Witness } from "../src/proof/witness";

const files = import.meta.glob<string>("../../tests/proof/vectors/*.divan", { query: "?raw", import: "default", eager: true });

// `divan verify` is held against the same files.
test.each(vectors)("$file: $what", async ({ file, heads, page, complete }) => {
  const bytes = new TextEncoder().encode(files[`../../tests/proof/vectors/${file}`]);
  const witness: Witness = { heads, commitment: null, seedHash: null, reader: null, told: [] };
  const findings = await checkGames(bytes, () => witness, () => undefined, () => false);
  expect(findings.map(({ fault }) => fault && { entry: fault.entry, check: fault.check })).toEqual([page]);
  expect(findings.map(({ isComplete }) => isComplete)).toEqual([complete]);
});

test("every file is a vector", () => {
  expect(Object.keys(files).length).toBe(vectors.length);
});
