import { expect, test } from "vitest";

import { opened } from "../src/proof/game_file";
import { Malformed } from "../src/proof/malformed";

const TEXT = "a line\n".repeat(1000);

async function packed(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

test("a file is read as it is, and a compressed one as what it holds", async () => {
  for (const file of [new Blob([TEXT]), await packed(TEXT)]) {
    expect(new TextDecoder().decode(await opened(file))).toBe(TEXT);
  }
});

test("a file that unpacks to more than is read is refused, not kept in memory", async () => {
  await expect(opened(await packed(TEXT), 1000)).rejects.toThrow(Malformed);
  await expect(opened(new Blob([TEXT]), 1000)).rejects.toThrow("longer than 1000 bytes");
});

test("a compressed file that is cut short cannot be read", async () => {
  const whole = await packed(TEXT);
  await expect(opened(whole.slice(0, whole.size - 9))).rejects.toThrow(Malformed);
});
