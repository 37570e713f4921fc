/* Values for a field: what it starts with, and what is wrong with what stands in it. */

import { isList, isObject, same, type Json, type JsonObject } from "../json";
import type { EitherField, Field } from "./field";

/** What is wrong: a key of the catalogue's `form.` texts, with its values. */
export type Fault =
  | { readonly key: "form.needed" | "form.wrong_shape" }
  | { readonly key: "form.whole_number" }
  | { readonly key: "form.at_least" | "form.at_most"; readonly bound: number }
  | { readonly key: "form.too_few" | "form.too_many" | "form.too_short" | "form.too_long"; readonly bound: number };

/** A value to begin with: the example if there is one, else the default, else the smallest that fits. */
export function initial(field: Field, example?: Json): Json {
  if (example !== undefined) return example;
  if (field.initial !== undefined) return field.initial;
  if (field.nullable) return null;
  switch (field.kind) {
    case "number":
      return field.low ?? Math.min(0, field.high ?? 0);
    case "choice":
      return field.values[0] ?? null;
    case "switch":
      return false;
    case "text":
      return "";
    case "some":
      return field.values.slice(0, field.fewest);
    case "list":
      return Array.from({ length: field.fewest }, () => initial(field.item));
    case "record":
      return Object.fromEntries(Object.entries(field.fields).map(([name, part]) => [name, initial(part)]));
    case "map":
      return {};
    case "either":
      return field.alternatives[0] ? initial(field.alternatives[0]) : null;
    case "raw":
      return null;
  }
}

/** The first fault of a value, or null if the field's schema allows it. */
export function fault(field: Field, value: Json | undefined): Fault | null {
  if (value === undefined) return { key: "form.needed" };
  if (value === null) return field.nullable || field.kind === "raw" ? null : { key: "form.needed" };
  switch (field.kind) {
    case "number":
      if (typeof value !== "number" || !Number.isFinite(value)) return { key: "form.wrong_shape" };
      if (field.whole && !Number.isInteger(value)) return { key: "form.whole_number" };
      if (field.low !== undefined && value < field.low) return { key: "form.at_least", bound: field.low };
      if (field.high !== undefined && value > field.high) return { key: "form.at_most", bound: field.high };
      return null;
    case "choice":
      return field.values.some((choice) => same(choice, value)) ? null : { key: "form.wrong_shape" };
    case "switch":
      return typeof value === "boolean" ? null : { key: "form.wrong_shape" };
    case "text":
      if (typeof value !== "string") return { key: "form.wrong_shape" };
      if (value.length < field.shortest) return { key: "form.too_short", bound: field.shortest };
      if (field.longest !== undefined && value.length > field.longest) {
        return { key: "form.too_long", bound: field.longest };
      }
      return null;
    case "some":
    case "list":
      if (!isList(value)) return { key: "form.wrong_shape" };
      if (value.length < field.fewest) return { key: "form.too_few", bound: field.fewest };
      if (value.length > field.most) return { key: "form.too_many", bound: field.most };
      return field.kind === "list" ? firstFault(value.map((item) => fault(field.item, item))) : null;
    case "record":
      if (!isObject(value)) return { key: "form.wrong_shape" };
      return firstFault(
        Object.entries(field.fields)
          .filter(([name]) => field.required.includes(name) || value[name] !== undefined)
          .map(([name, part]) => fault(part, value[name])),
      );
    case "map":
      if (!isObject(value)) return { key: "form.wrong_shape" };
      return firstFault(Object.values(value).map((part) => fault(field.value, part)));
    case "either":
      return fault(alternativeFor(field, value), value);
    case "raw":
      return null;
  }
}

/** The alternative that a value fits, or else the one whose fault is worth telling: the last. */
export function alternativeFor(field: EitherField, value: Json): Field {
  const fitting = field.alternatives.find((one) => fault(one, value) === null);
  return fitting ?? field.alternatives[field.alternatives.length - 1] ?? { kind: "raw", nullable: true };
}

function firstFault(faults: readonly (Fault | null)[]): Fault | null {
  return faults.find((one) => one !== null) ?? null;
}

/** Starting values for all fields of a form; `example` is the template's command or nothing. */
export function filled(fields: Readonly<Record<string, Field>>, example: JsonObject = {}): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, initial(field, example[name])]),
  );
}

/** The value one step up or down, kept inside the field's bounds. */
export function stepped(value: number, by: number, bounds: { low?: number; high?: number }): number {
  const low = bounds.low ?? Number.NEGATIVE_INFINITY;
  const high = bounds.high ?? Number.POSITIVE_INFINITY;
  // Rounded, so that steps of 0.1 do not pile up binary remainders.
  return Math.min(high, Math.max(low, Number((value + by).toPrecision(12))));
}
