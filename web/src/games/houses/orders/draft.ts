/* The sheet as it is being written: what was chosen and not given yet. Nothing here changes anything; all return anew. */

import { isList, isObject, type Json, type JsonObject, same } from "../../../json";
import type { Option } from "../../../wire/messages";
import { type NobleId, type Order, ownHouse, type Reading, type Standing } from "../reading";
import { answered, type Chosen, offered, orderSchemas, type Question, question } from "./offers";
import { added } from "./slots";

export interface Draft {
  readonly turn: number;
  readonly orders: readonly Order[];
  readonly standing: Standing;
  /** What the house's sheet and instructions were when one began to write. */
  readonly base: { readonly orders: readonly Order[] | null; readonly standing: Standing };
  /** An order that is not whole yet, with what is chosen of it. */
  readonly picking: Chosen | null;
}

const NO_STANDING: Standing = { veto: [], if_deposed: null, education: [] };

/** A new sheet, beginning with what the house's sheet holds. */
export function begin(reading: Reading): Draft {
  const house = ownHouse(reading);
  const orders = house?.sheet?.orders ?? null;
  const standing = house?.standing ?? NO_STANDING;
  return { turn: reading.turn, orders: orders ?? [], standing, base: { orders, standing }, picking: null };
}

/** After the view has changed: another turn begins a new sheet; a partner's replaces only what was not touched. */
export function follow(draft: Draft, reading: Reading): Draft {
  const fresh = begin(reading);
  if (draft.turn !== fresh.turn) return fresh;
  if (isSame(draft.base, fresh.base)) return draft;
  if (!isTouched(draft)) return { ...fresh, picking: draft.picking };
  return { ...draft, base: fresh.base };
}

/** Whether it says anything else than the house's sheet does. */
export function isTouched(draft: Draft): boolean {
  return !isSame(draft.orders, draft.base.orders ?? []) || !isSame(draft.standing, draft.base.standing);
}

/** Whether giving it would tell the server something: a first sheet may be empty. */
export function isUngiven(draft: Draft): boolean {
  return draft.base.orders === null || isTouched(draft);
}

/** Begin an order of that activity; where nothing is to be chosen it is given at once. */
export function pick(draft: Draft, reading: Reading, options: readonly Option[], by: NobleId, activity: string): Draft {
  if (!offered(orderSchemas(options), by).has(activity)) return draft;
  return settled({ ...draft, picking: { by, activity } }, reading, options);
}

/** What must be chosen next of the order that is being written; null while none is. */
export function asked(draft: Draft, options: readonly Option[]): Question | null {
  return draft.picking === null ? null : question(orderSchemas(options), draft.picking);
}

/** Choose what is asked. A value that is not offered changes nothing. */
export function choose(draft: Draft, reading: Reading, options: readonly Option[], value: Json): Draft {
  const next = asked(draft, options);
  if (draft.picking === null || next === null || !next.choices.includes(value)) return draft;
  return settled({ ...draft, picking: answered(draft.picking, next, value) }, reading, options);
}

/** Take back the last choice of the order that is being written; the activity is the first. */
export function back(draft: Draft): Draft {
  if (draft.picking === null) return draft;
  const { by, activity, ...rest } = draft.picking;
  const fields = Object.entries(rest);
  const last = fields.at(-1);
  if (last === undefined) return { ...draft, picking: null };
  const [field, value] = last;
  const shorter = withoutLast(value);
  const kept = Object.fromEntries(fields.slice(0, -1));
  return { ...draft, picking: { by: by!, activity: activity!, ...kept, ...(shorter !== null && { [field]: shorter }) } };
}

export function cancel(draft: Draft): Draft {
  return { ...draft, picking: null };
}

export function remove(draft: Draft, order: Order): Draft {
  return { ...draft, orders: draft.orders.filter((other) => other !== order) };
}

export function instruct(draft: Draft, standing: Partial<Standing>): Draft {
  return { ...draft, standing: { ...draft.standing, ...standing } };
}

/** Put away what was written, and begin with the house's sheet again. */
export function restore(draft: Draft): Draft {
  return { ...draft, orders: draft.base.orders ?? [], standing: draft.base.standing, picking: null };
}

/** The command that gives the sheet. Instructions that did not change are left as they are. */
export function command(draft: Draft): JsonObject {
  const standing = isSame(draft.standing, draft.base.standing) ? null : draft.standing;
  return { type: "submit_orders", orders: draft.orders as unknown as Json, standing: standing as unknown as Json };
}

/** An order that is whole goes on the sheet, unless there is no place for it. */
function settled(draft: Draft, reading: Reading, options: readonly Option[]): Draft {
  if (draft.picking === null || asked(draft, options) !== null) return draft;
  const orders = added(reading, draft.orders, orderOf(draft.picking));
  return { ...draft, picking: null, orders: orders ?? draft.orders };
}

function orderOf(chosen: Chosen): Order {
  return withoutNulls(chosen) as unknown as Order;
}

/** Without what was chosen to be left out, as the server keeps it too. */
function withoutNulls(chosen: Chosen): JsonObject {
  return Object.fromEntries(
    Object.entries(chosen)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, isObject(value) ? withoutNulls(value) : value]),
  );
}

/** A field of many parts without the last of them; null if nothing is left. */
function withoutLast(value: Json): Json | null {
  if (isList(value)) return value.length > 1 ? value.slice(0, -1) : null;
  if (!isObject(value)) return null;
  const parts = Object.entries(value).slice(0, -1);
  return parts.length > 0 ? Object.fromEntries(parts) : null;
}

function isSame(one: unknown, other: unknown): boolean {
  return same(one as Json, other as Json);
}
