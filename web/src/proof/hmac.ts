/* HMAC-SHA256 over our own SHA-256, for the same reason: the browser's needs a secure context. */

import { sha256 } from "../chance/sha256";

const BLOCK = 64;

export type Mac = (message: Uint8Array) => Uint8Array;

/** Call the answer for each message of the same key. */
export function hmac(key: Uint8Array): Mac {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  return (message) => sha256(concat(outer, sha256(concat(inner, message))));
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
