import { describe, expect, test } from "vitest";
import { fieldOf, fieldsOf } from "../src/forms/field";
import { fault, filled, initial, stepped } from "../src/forms/filling";

describe("a schema fragment becomes an input", () => {
  test("an integer range is a number with bounds and steps of one", () => {
    expect(fieldOf({ type: "integer", minimum: 1, maximum: 4 })).toEqual({
      kind: "number", nullable: false, whole: true, low: 1, high: 4, step: 1,
    });
  });

  test("an excluded bound of an integer is the next integer", () => {
    expect(fieldOf({ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 })).toMatchObject({
      low: 1, high: 9,
    });
  });

  test.each([
    ["enum", { enum: ["wood", "clay"] }],
    ["alternatives that are all constants", { oneOf: [{ const: "wood" }, { const: "clay" }] }],
  ])("%s are a choice", (_name, schema) => {
    expect(fieldOf(schema)).toMatchObject({ kind: "choice", values: ["wood", "clay"] });
  });

  test.each([
    ["an alternative", { anyOf: [{ type: "integer" }, { type: "null" }] }],
    ["a list of types", { type: ["integer", "null"] }],
  ])("null as %s makes the field one that may be left out", (_name, schema) => {
    expect(fieldOf(schema)).toMatchObject({ kind: "number", nullable: true });
  });

  test("null among the values of an enum makes the choice one that may be left out", () => {
    expect(fieldOf({ enum: ["a", null] })).toMatchObject({ kind: "choice", values: ["a"], nullable: true });
  });

  test("a constant or a range is one of two shapes", () => {
    const field = fieldOf({ anyOf: [{ const: 0 }, { type: "integer", minimum: 5, maximum: 600 }] });
    expect(field).toMatchObject({
      kind: "either",
      alternatives: [{ kind: "choice", values: [0] }, { kind: "number", low: 5, high: 600 }],
    });
  });

  test("an array of listed values is a choice of some", () => {
    expect(fieldOf({ type: "array", items: { enum: [1, 2, 3] }, minItems: 1 })).toMatchObject({
      kind: "some", values: [1, 2, 3], fewest: 1, most: 3,
    });
  });

  test("an array whose values may repeat is a list", () => {
    expect(fieldOf({ type: "array", items: { enum: [1, 2] }, uniqueItems: false })).toMatchObject({
      kind: "list", item: { kind: "choice" },
    });
  });

  test("an object with named keys of one kind is a map", () => {
    const field = fieldOf({
      type: "object",
      propertyNames: { enum: ["wood", "clay"] },
      additionalProperties: { type: "integer", minimum: 1 },
    });
    expect(field).toMatchObject({ kind: "map", keys: ["wood", "clay"], value: { kind: "number", low: 1 } });
  });

  test("what is not understood is written by hand", () => {
    expect(fieldOf({ $ref: "#/elsewhere" }).kind).toBe("raw");
    expect(fieldOf(undefined).kind).toBe("raw");
  });
});

describe("a form begins with", () => {
  test("the example of a template, not the default", () => {
    const fields = { to: fieldOf({ enum: ["a", "b"] }), count: fieldOf({ type: "integer", default: 3 }) };
    expect(filled(fields, { to: "b", count: 7 })).toEqual({ to: "b", count: 7 });
  });

  test("the defaults of a game's setup", () => {
    const setup = { type: "object", properties: { turn_seconds: { type: "integer", default: 60 } } };
    expect(filled(fieldsOf(setup))).toEqual({ turn_seconds: 60 });
  });

  test.each([
    [{ type: "integer", minimum: 2, maximum: 5 }, 2],
    [{ type: "integer", maximum: -3 }, -3],
    [{ type: "boolean" }, false],
    [{ type: "string" }, ""],
    [{ enum: ["x", "y"] }, "x"],
    [{ type: "array", items: { enum: ["x", "y"] }, minItems: 1 }, ["x"]],
    [{ type: ["integer", "null"] }, null],
    [{ anyOf: [{ const: 0 }, { type: "integer", minimum: 5 }] }, 0],
  ])("the smallest value that %j allows, which has no fault", (schema, value) => {
    const field = fieldOf(schema);
    expect(initial(field)).toEqual(value);
    expect(fault(field, value)).toBeNull();
  });
});

describe("a fault is named", () => {
  test.each([
    [{ type: "integer", minimum: 5 }, 4, { key: "form.at_least", bound: 5 }],
    [{ type: "integer", maximum: 5 }, 6, { key: "form.at_most", bound: 5 }],
    [{ type: "integer" }, 1.5, { key: "form.whole_number" }],
    [{ type: "integer" }, null, { key: "form.needed" }],
    [{ enum: ["a"] }, "b", { key: "form.wrong_shape" }],
    [{ type: "string", maxLength: 2 }, "abc", { key: "form.too_long", bound: 2 }],
    [{ type: "array", items: { enum: [1, 2] }, minItems: 1 }, [], { key: "form.too_few", bound: 1 }],
    [{ anyOf: [{ const: 0 }, { type: "integer", minimum: 5 }] }, 3, { key: "form.at_least", bound: 5 }],
    [
      { type: "object", properties: { n: { type: "integer", minimum: 1 } }, required: ["n"] },
      { n: 0 },
      { key: "form.at_least", bound: 1 },
    ],
  ])("%j refuses %j", (schema, value, expected) => {
    expect(fault(fieldOf(schema), value)).toEqual(expected);
  });
});

test("steps stop at the bounds and stay decimal", () => {
  expect(stepped(4, 1, { high: 4 })).toBe(4);
  expect(stepped(1, -1, { low: 1 })).toBe(1);
  expect(stepped(0.2, 0.1, {})).toBe(0.3);
});
