/* What the server offers: the schemas of the sheet's orders, read as questions asked one after the other. */

import { isList, isObject, type Json, type JsonObject } from "../../../json";
import type { Option } from "../../../wire/messages";
import type { NobleId } from "../reading";

/** In the order in which they are asked: of whom a hireling can be sent to depends on which it is. */
const FIELDS = ["hireling", "target", "then", "guests"] as const;
export type Field = (typeof FIELDS)[number] | "activity";

/** What is asked next: one value of a field, of the order itself or of what the other noble is to do. */
export interface Question {
  readonly field: Field;
  readonly isThen: boolean;
  /** For guests: those of one house after the other. */
  readonly choices: readonly Json[];
}

export type Chosen = Readonly<Record<string, Json>>;

/** The schemas of all orders that may be given now. */
export function orderSchemas(options: readonly Option[]): readonly JsonObject[] {
  const sheet = options.find(({ command }) => command.type === "submit_orders");
  const orders = sheet?.fields.orders;
  if (!isObject(orders) || !isObject(orders.items)) return [];
  return objects(orders.items.anyOf);
}

/** The activities that a noble may be ordered now. */
export function offered(schemas: readonly JsonObject[], by: NobleId): ReadonlySet<string> {
  const own = matching(schemas, { by });
  return new Set(valuesOf(own, "activity").filter((name) => typeof name === "string"));
}

/** What must still be chosen, or null if the order is whole. */
export function question(schemas: readonly JsonObject[], chosen: Chosen, isThen = false): Question | null {
  const fitting = matching(schemas, chosen);
  if (isThen && chosen.activity === undefined) {
    return { field: "activity", isThen, choices: valuesOf(fitting, "activity") };
  }
  for (const field of FIELDS) {
    if (!fitting.some((schema) => property(schema, field) !== undefined)) continue;
    const value = chosen[field];
    if (field === "then") {
      const inner = question(thens(fitting), isObject(value) ? value : {}, true);
      if (inner !== null) return inner;
    } else if (field === "guests") {
      const invited = isList(value) ? value : [];
      const houses = guestLists(fitting);
      if (invited.length < houses.length) return { field, isThen, choices: houses[invited.length]! };
    } else if (value === undefined) {
      return { field, isThen, choices: valuesOf(fitting, field) };
    }
  }
  return null;
}

/** The order with the answer to the question that stands. */
export function answered(chosen: Chosen, asked: Question, value: Json): Chosen {
  if (asked.isThen) {
    const then = isObject(chosen.then) ? chosen.then : {};
    return { ...chosen, then: { ...then, [asked.field]: value } };
  }
  if (asked.field === "guests") return { ...chosen, guests: [...(isList(chosen.guests) ? chosen.guests : []), value] };
  return { ...chosen, [asked.field]: value };
}

function matching(schemas: readonly JsonObject[], chosen: Chosen): readonly JsonObject[] {
  return schemas.filter((schema) =>
    Object.entries(chosen).every(([field, value]) => {
      if (field === "then" || field === "guests") return true;
      const choices = choicesOf(property(schema, field));
      return choices === null || choices.includes(value);
    }),
  );
}

function property(schema: JsonObject, field: string): Json | undefined {
  return isObject(schema.properties) ? schema.properties[field] : undefined;
}

/** The values that a field may have; null where it is no plain field. */
function choicesOf(schema: Json | undefined): readonly Json[] | null {
  if (schema === undefined) return [];
  if (!isObject(schema)) return null;
  if (schema.const !== undefined) return [schema.const];
  return isList(schema.enum) ? schema.enum : null;
}

function valuesOf(schemas: readonly JsonObject[], field: string): readonly Json[] {
  return [...new Set(schemas.flatMap((schema) => choicesOf(property(schema, field)) ?? []))];
}

function thens(schemas: readonly JsonObject[]): readonly JsonObject[] {
  return schemas.flatMap((schema) => {
    const then = property(schema, "then");
    return isObject(then) ? objects(then.anyOf) : [];
  });
}

/** For each house that sends a guest, its nobles: the server names some of the many mixes, and any other will do. */
function guestLists(schemas: readonly JsonObject[]): readonly (readonly Json[])[] {
  const mixes = valuesOf(schemas, "guests").filter(isList);
  const houses = mixes[0] ?? [];
  return houses.map((_, place) => [...new Set(mixes.map((mix) => mix[place]!))]);
}

function objects(value: Json | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : [];
}
