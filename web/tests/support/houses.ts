/* Positions of Game of Houses as a seat of house 0 sees them, and the sheet's template as the server writes it. */

import type { Json, JsonObject } from "../../src/json";
import type { House, Noble, NobleId, Reading } from "../../src/games/houses/reading";
import { HIRELINGS, PLACES } from "../../src/games/houses/tables";
import type { Option } from "../../src/wire/messages";

interface Given {
  readonly turn?: number;
  readonly nobles?: Readonly<Record<NobleId, Partial<Noble> | null>>;
  readonly house?: Partial<House>;
  readonly others?: Readonly<Record<number, Partial<House>>>;
  readonly throne?: Partial<Reading["throne"]>;
  readonly partners?: readonly number[];
  readonly rest?: Partial<Reading>;
}

export function position(given: Given = {}): Reading {
  const start = [0, 1, 2, 3, 4].flatMap((house) =>
    PLACES.map((role, place) => {
      const own = { prestige: 0, limited_turn: null, forced: null, retainer: null, veto_used: false };
      return [`h${house}c${place + 1}`, { house, role, ...(house === 0 && own) }] as const;
    }),
  );
  const characters: Record<NobleId, Noble | null> = Object.fromEntries(start);
  for (const [id, noble] of Object.entries(given.nobles ?? {})) {
    characters[id] = noble === null ? null : ({ ...characters[id], ...noble } as Noble);
  }
  const own: House = {
    vacancies: [], status: "none", crowns: 0, enemy_since: null, specials_used: [], extra: { favour: false, trade: false },
    standing: { veto: [], if_deposed: null, education: [] }, sheet: null, reports: [], ...given.house,
  };
  return {
    you: { seat: 0, house: 0, partners: given.partners ?? [] },
    turn: given.turn ?? 4,
    phase: "orders",
    max_turns: 40,
    turn_seconds: 600,
    characters,
    throne: { king: null, house: null, since: null, reigns: 0, barred: [], ...given.throne },
    commands: [],
    houses: [0, 1, 2, 3, 4].map((house) => (house === 0 ? own : { vacancies: [], ...given.others?.[house] })),
    announcements: [],
    result: null,
    ...given.rest,
  };
}

const one = (values: readonly Json[]): JsonObject => ({ enum: values });

function object(fields: JsonObject): JsonObject {
  return { type: "object", properties: fields, required: Object.keys(fields), additionalProperties: false };
}

export function order(by: NobleId, activity: string, fields: JsonObject = {}): JsonObject {
  return object({ by: { const: by }, activity: { const: activity }, ...fields });
}

export function deed(activity: string, fields: JsonObject = {}): JsonObject {
  return object({ activity: { const: activity }, ...fields });
}

export const targets = (...values: readonly Json[]): JsonObject => ({ target: one(values) });

/** An order by which hirelings are sent, grouped by whom they can be sent to. */
export function sending(by: NobleId, activity: string, isOptional = false): readonly JsonObject[] {
  const whom: Readonly<Record<string, readonly Json[]>> = {
    noble: ["h0c1", "h1c1"], foreign_noble: ["h1c1", "h2c1"], other_house: [1, 2, 3, 4],
  };
  return Object.entries(whom).map(([kind, found]) =>
    order(by, activity, {
      hireling: one(HIRELINGS.filter(({ target }) => target === kind).map(({ name }) => name)),
      target: one(isOptional ? [...found, null] : found),
    }),
  );
}

export function offering(...orders: readonly JsonObject[]): readonly Option[] {
  const fields = { orders: { type: "array", items: { anyOf: orders }, uniqueItems: true }, standing: {} };
  return [{ command: { type: "submit_orders", orders: [], standing: null }, fields }];
}
