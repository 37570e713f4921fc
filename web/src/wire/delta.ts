/* Deltas: the change of one JSON document into the next (docs/api.md, "Deltas"). */

import { isList, isObject, type Json, type JsonObject } from "../json";
import type { Change } from "./messages";

/** A change that does not fit the document: ask for a whole one. */
export class Mismatch extends Error {}

/** The document with the changes made, in order; the given one stays as it is. */
export function changed(document: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce((now, change) => step(now, change, 0) as JsonObject, document);
}

function step(node: Json | undefined, change: Change, depth: number): Json {
  const [path] = change;
  const key = path[depth];
  if (key === undefined) throw new Mismatch("a change needs a path");
  const isLast = depth === path.length - 1;
  if (isList(node)) return listStep(node, key, change, depth, isLast);
  if (isObject(node)) return objectStep(node, key, change, depth, isLast);
  throw new Mismatch(`nothing to change at ${path.join("/")}`);
}

function listStep(node: readonly Json[], key: string | number, change: Change, depth: number, isLast: boolean): Json {
  if (typeof key !== "number" || !Number.isInteger(key) || key < 0 || key > node.length) {
    throw new Mismatch(`${key} is no index of a list of ${node.length}`);
  }
  if (isLast && change.length === 1) return node.slice(0, key);
  const copy = [...node];
  copy[key] = isLast ? change[1]! : step(node[key], change, depth + 1);
  return copy;
}

function objectStep(node: JsonObject, key: string | number, change: Change, depth: number, isLast: boolean): Json {
  if (typeof key !== "string") throw new Mismatch(`${key} is no key of an object`);
  if (isLast && change.length === 1) {
    const { [key]: _removed, ...rest } = node;
    return rest;
  }
  return { ...node, [key]: isLast ? change[1]! : step(node[key], change, depth + 1) };
}
