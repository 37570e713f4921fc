/* What a JSON Schema fragment asks of a person: the inputs that the page can draw. */

import { isList, isObject, type Json, type JsonObject } from "../json";

interface Common {
  /** The schema's own name for it, where it has one. */
  readonly title?: string;
  readonly hint?: string;
  /** Whether it may be left out (null). */
  readonly nullable: boolean;
  readonly initial?: Json;
}

export interface NumberField extends Common {
  readonly kind: "number";
  readonly whole: boolean;
  readonly low?: number;
  readonly high?: number;
  readonly step: number;
}
export interface ChoiceField extends Common {
  readonly kind: "choice";
  readonly values: readonly Json[];
}
export interface SwitchField extends Common {
  readonly kind: "switch";
}
export interface TextField extends Common {
  readonly kind: "text";
  readonly longest?: number;
  readonly shortest: number;
  readonly pattern?: string;
}
/** Some of the values, each at most once unless the schema allows repeats (then it is a ListField). */
export interface SomeField extends Common {
  readonly kind: "some";
  readonly values: readonly Json[];
  readonly fewest: number;
  readonly most: number;
}
export interface ListField extends Common {
  readonly kind: "list";
  readonly item: Field;
  readonly fewest: number;
  readonly most: number;
}
export interface RecordField extends Common {
  readonly kind: "record";
  readonly fields: Readonly<Record<string, Field>>;
  readonly required: readonly string[];
}
/** An object whose keys are of one kind: {"wood": 2, "clay": 1}. Without `keys` any may be written. */
export interface MapField extends Common {
  readonly kind: "map";
  readonly keys?: readonly string[];
  readonly value: Field;
}
/** One of several shapes: no limit (the constant 0) or 5 to 600. */
export interface EitherField extends Common {
  readonly kind: "either";
  readonly alternatives: readonly Field[];
}
/** What no input is drawn for: its JSON is written by hand. */
export interface RawField extends Common {
  readonly kind: "raw";
}

export type Field =
  | NumberField
  | ChoiceField
  | SwitchField
  | TextField
  | SomeField
  | ListField
  | RecordField
  | MapField
  | EitherField
  | RawField;

/** The input for a schema; what it does not understand becomes a RawField, so that nothing is unplayable. */
export function fieldOf(schema: Json | undefined): Field {
  if (!isObject(schema)) return { kind: "raw", nullable: true };
  const { schema: bare, nullable } = withoutNull(schema);
  const common: Common = {
    nullable,
    ...(typeof bare.title === "string" && { title: bare.title }),
    ...(typeof bare.description === "string" && { hint: bare.description }),
    ...(bare.default !== undefined && { initial: bare.default }),
  };
  const values = choices(bare);
  if (values !== null) return { ...common, kind: "choice", values };
  const alternatives = bare.anyOf ?? bare.oneOf;
  if (isList(alternatives)) return { ...common, kind: "either", alternatives: alternatives.map(fieldOf) };
  switch (bare.type) {
    case "boolean":
      return { ...common, kind: "switch" };
    case "integer":
    case "number":
      return numberField(bare, common, bare.type === "integer");
    case "string":
      return {
        ...common,
        kind: "text",
        shortest: asNumber(bare.minLength) ?? 0,
        ...some("longest", asNumber(bare.maxLength)),
        ...(typeof bare.pattern === "string" && { pattern: bare.pattern }),
      };
    case "array":
      return arrayField(bare, common);
    case "object":
      return objectField(bare, common);
    default:
      return { ...common, kind: "raw" };
  }
}

/** The fields of an object's schema by name, in its order: a game's setup. */
export function fieldsOf(schema: JsonObject): Record<string, Field> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fieldOf(part)]));
}

function numberField(schema: JsonObject, common: Common, whole: boolean): NumberField {
  const above = asNumber(schema.exclusiveMinimum);
  const below = asNumber(schema.exclusiveMaximum);
  const low = asNumber(schema.minimum) ?? (whole && above !== undefined ? above + 1 : above);
  const high = asNumber(schema.maximum) ?? (whole && below !== undefined ? below - 1 : below);
  const step = asNumber(schema.multipleOf) ?? (whole ? 1 : 0);
  return { ...common, kind: "number", whole, step, ...some("low", low), ...some("high", high) };
}

function arrayField(schema: JsonObject, common: Common): SomeField | ListField {
  const items = isObject(schema.items) ? schema.items : {};
  const values = choices(items);
  const fewest = asNumber(schema.minItems) ?? 0;
  const most = asNumber(schema.maxItems) ?? Number.POSITIVE_INFINITY;
  if (values !== null && schema.uniqueItems !== false) {
    return { ...common, kind: "some", values, fewest, most: Math.min(most, values.length) };
  }
  return { ...common, kind: "list", item: fieldOf(items), fewest, most };
}

function objectField(schema: JsonObject, common: Common): RecordField | MapField | RawField {
  if (isObject(schema.properties)) {
    const required = isList(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
    return { ...common, kind: "record", fields: fieldsOf(schema), required };
  }
  if (isObject(schema.additionalProperties)) {
    const names = isObject(schema.propertyNames) ? choices(schema.propertyNames) : null;
    const keys = names?.filter((name) => typeof name === "string");
    return { ...common, kind: "map", value: fieldOf(schema.additionalProperties), ...some("keys", keys) };
  }
  return { ...common, kind: "raw" };
}

/** The listed values of a schema (enum, const, or alternatives that are all const), or null. */
function choices(schema: JsonObject): readonly Json[] | null {
  if (isList(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!isList(alternatives)) return null;
  const constants = alternatives.map((part) => (isObject(part) ? part.const : undefined));
  return constants.every((value) => value !== undefined) ? constants : null;
}

/** The schema without its alternative null, however that is written. */
function withoutNull(schema: JsonObject): { schema: JsonObject; nullable: boolean } {
  if (isList(schema.enum) && schema.enum.includes(null)) {
    return { schema: { ...schema, enum: schema.enum.filter((value) => value !== null) }, nullable: true };
  }
  if (isList(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    return { schema: { ...schema, type: types[0] ?? null }, nullable: types.length < schema.type.length };
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (isList(alternatives)) {
    const real = alternatives.filter((part) => !(isObject(part) && part.type === "null"));
    const [only] = real;
    if (real.length < alternatives.length && real.length === 1 && isObject(only)) {
      const { anyOf: _any, oneOf: _one, ...rest } = schema;
      return { schema: { ...rest, ...only }, nullable: true };
    }
  }
  return { schema, nullable: false };
}

function asNumber(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function some<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}
