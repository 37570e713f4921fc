/* What an entry holds, unpacked from msgpack. Whole numbers stay exact: as doubles where these are, else as bigints. */

import { Decoder } from "@msgpack/msgpack";
import { Malformed } from "./malformed";

export type Plain = null | boolean | number | bigint | string | Uint8Array | readonly Plain[] | PlainObject;
export type PlainObject = { readonly [key: string]: Plain };

/** Bytes of the largest entry that is ever stored. */
export const LARGEST = 1 << 20;

// Without bounds a length that is only claimed would take the memory of what it claims.
const decoder = new Decoder({
  useBigInt64: true,
  maxStrLength: LARGEST,
  maxBinLength: LARGEST,
  maxArrayLength: LARGEST,
  maxMapLength: LARGEST,
  maxExtLength: LARGEST,
  mapKeyConverter: (key) => {
    if (typeof key !== "string") throw new RangeError("a key is no text");
    return key;
  },
});

/** Throws Malformed. */
export function unpacked(bytes: Uint8Array): Plain {
  if (bytes.length > LARGEST) throw new Malformed("an entry is too large");
  try {
    return exact(decoder.decode(bytes));
  } catch (error) {
    throw new Malformed(`not msgpack: ${String(error)}`);
  }
}

function exact(value: unknown): Plain {
  if (typeof value === "bigint") return fewest(value);
  if (value === null || typeof value !== "object") return value as Plain;
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(exact);
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new RangeError("an extension of msgpack");
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, exact(one)]));
}

/** A whole number as a double where that is exact. */
export function fewest(value: bigint): number | bigint {
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}

export function isPlainObject(value: Plain | undefined): value is PlainObject {
  return typeof value === "object" && value !== null && !isPlainList(value) && !(value instanceof Uint8Array);
}

export function isPlainList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}

/** Equality of what stands in entries; the order of an object's keys does not matter. */
export function equal(one: Plain | undefined, other: Plain | undefined): boolean {
  if (one === other) return true;
  if (one instanceof Uint8Array || other instanceof Uint8Array) {
    return one instanceof Uint8Array && other instanceof Uint8Array && sameBytes(one, other);
  }
  if (isPlainList(one) && isPlainList(other)) {
    return one.length === other.length && one.every((item, i) => equal(item, other[i]));
  }
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equal(one[key], other[key]))
  );
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
