/* This browser's part in a room's chance: a seed that is promised by its hash and given at the start. */

import { forget, keep, kept } from "../keep";
import { fromHex, toHex } from "./hex";
import { sha256 } from "./sha256";

const BYTES = 32;

export function newSeed(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
}

export function seedHash(seed: string): string {
  return toHex(sha256(fromHex(seed)));
}

export function keepSeed(code: string, seed: string): void {
  keep(`seed.${code}`, seed);
}

export function keptSeed(code: string): string | null {
  return kept(`seed.${code}`);
}

export function forgetSeed(code: string): void {
  forget(`seed.${code}`);
}
