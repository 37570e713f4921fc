/* How a game's names, values and events are worded where it has no screen of its own: by its catalogue. */

import { readable, spoken } from "../forms/words";
import { list, number, sentence, series } from "../i18n/speak.svelte";
import { isList, isObject, type Json } from "../json";
import type { ToldEvent } from "../wire/messages";

export interface Words {
  /** A key of a view, or a field of a command. */
  readonly name: (key: string) => string;
  /** A value; `key` is the field in which it stands. */
  readonly value: (value: Json | undefined, key?: string) => string;
  /** A part of the list in that field, or the place of a part. */
  readonly part: (value: Json | undefined, key: string) => string;
}

/** Fields whose whole numbers are seats, by game; with `[]` only those in a list are, and else it is a count. */
const SEATS: Readonly<Record<string, ReadonlySet<string>>> = {
  fetih: new Set([
    "you", "seat", "seats[]", "turn", "order", "owner", "from", "to", "with", "by", "other", "previous", "attacker",
    "defender", "alliances", "declined", "out", "winner", "ranking", "claims", "bots",
  ]),
  houses: new Set(["seat", "partners", "confirmed"]),
};

/** Fields whose whole numbers have a term, by game: that of the field named here, `<game>.term.<field>.<number>`. */
const NUMBERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  houses: { house: "house", target: "house", by: "house", by_house: "house", winners: "house", veto: "house", seats: "house" },
};

export function wordsOf(game: string, nameOf: (seat: number) => string): Words {
  const seats = SEATS[game] ?? new Set();

  function name(key: string): string {
    return sentence(`${game}.field.${key}`) ?? sentence(`${game}.term.${key}`) ?? readable(key);
  }

  function value(one: Json | undefined, key = ""): string {
    if (seats.has(key) && Number.isInteger(one)) return nameOf(one as number);
    const numbered = NUMBERED[game]?.[key];
    if (numbered !== undefined && Number.isInteger(one)) {
      return sentence(`${game}.term.${numbered}.${one as number}`) ?? spoken(one);
    }
    if (seats.has(key) && one === null) return sentence(`${game}.nobody`) ?? spoken(one);
    if (typeof one === "string") return sentence(`${game}.term.${one}`) ?? one;
    if (isList(one)) return one.length === 0 ? "–" : series(one.map((each) => part(each, key)));
    if (isObject(one)) return object(Object.entries(one));
    return spoken(one);
  }

  function part(one: Json | undefined, key: string): string {
    return value(one, seats.has(`${key}[]`) ? `${key}[]` : key);
  }

  function object(parts: readonly (readonly [string, Json])[]): string {
    if (parts.length === 0) return "–";
    // Goods and soldiers read like "2 wood, 1 gold".
    const isCount = ([key, part]: readonly [string, Json]) => typeof part === "number" && isTerm(key);
    if (parts.every(isCount)) return list(parts.map(([key, part]) => `${number(part as number)} ${name(key)}`));
    return parts.map(([key, part]) => `${name(key)}: ${value(part, key)}`).join(" · ");
  }

  const isTerm = (key: string) => sentence(`${game}.term.${key}`) !== null;

  return { name, value, part };
}

const UNFILLED = /\{\w+\}/;

/**
 * An event as the catalogue words it: `<game>.told.<type>`, or the variant for one of its plain fields
 * (`….won.true`, `….to.null`), or `….hidden` where a reader is not told all that the sentence names.
 */
export function toldBy(game: string, event: ToldEvent, words: Words): string | null {
  const { type, ...fields } = event;
  const values = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, words.value(value, key)]),
  );
  if (typeof event.seat === "number") values.name = words.value(event.seat, "seat");
  const key = `${game}.told.${type}`;
  const isPlain = (value: Json) => typeof value !== "object" || value === null;
  const variants = Object.entries(fields).flatMap(([field, value]) => (isPlain(value) ? [`${key}.${field}.${String(value)}`] : []));
  for (const candidate of [...variants, key, `${key}.hidden`]) {
    const said = sentence(candidate, values);
    if (said !== null && !UNFILLED.test(said)) return said;
  }
  return null;
}
