/* How a piece of a view is laid out when nothing is known of the game. */

import { isList, isObject, type Json, type JsonObject } from "../../json";

export type Shape =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "row"; readonly items: readonly Json[] }
  | { readonly kind: "grid"; readonly rows: readonly (readonly Json[])[] }
  | { readonly kind: "table"; readonly keys: readonly string[]; readonly names: readonly string[]; readonly rows: readonly JsonObject[] }
  | { readonly kind: "tree"; readonly parts: readonly (readonly [string, Json])[] };

const isFlat = (value: Json): boolean => !isList(value) && !isObject(value);

/** One cell of a table may hold a value, or a short list of them. */
const fitsCell = (value: Json): boolean =>
  isFlat(value) ||
  (isList(value) && value.every(isFlat)) ||
  (isObject(value) && Object.keys(value).length <= 5 && Object.values(value).every(isFlat));

export function shapeOf(value: Json): Shape {
  if (isList(value)) return listShape(value);
  if (isObject(value)) return objectShape(value);
  return { kind: "value", value };
}

function listShape(items: readonly Json[]): Shape {
  if (items.every(isFlat)) return { kind: "row", items };
  const lists = items.filter(isList);
  if (lists.length === items.length && lists.every((row) => row.every(isFlat))) return { kind: "grid", rows: lists };
  return tableOf(items, items.map((_, i) => String(i))) ?? { kind: "tree", parts: items.map((item, i) => [String(i), item]) };
}

function objectShape(value: JsonObject): Shape {
  const entries = Object.entries(value);
  const table = entries.length > 2 ? tableOf(Object.values(value), Object.keys(value)) : null;
  return table ?? { kind: "tree", parts: entries };
}

/** Objects that are alike become the rows of a table, whether they stand in a list or under names. */
function tableOf(items: readonly Json[], names: readonly string[]): Shape | null {
  const rows = items.filter(isObject);
  if (rows.length !== items.length || rows.length === 0) return null;
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shared = keys.filter((key) => rows.every((row) => Object.hasOwn(row, key)));
  const isAlike = keys.length > 0 && keys.length <= 10 && shared.length * 2 >= keys.length;
  const isFlatEnough = rows.every((row) => Object.values(row).every(fitsCell));
  return isAlike && isFlatEnough ? { kind: "table", keys, names, rows } : null;
}
