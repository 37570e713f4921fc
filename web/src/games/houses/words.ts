/* Names, orders and papers of the game in the language now. */

import { language, list, sentence, t } from "../../i18n/speak.svelte";
import type { Json } from "../../json";
import type { Lock } from "./orders/locks";
import { type Deed, houseOf, isNoble, type NobleId, type Paper, type Reading, roleAt } from "./reading";
import { NUMBERS, type Role } from "./tables";

/** A role, an activity, a hireling, a side. */
export function term(id: string): string {
  return sentence(`houses.term.${id}`) ?? sentence(`houses.trait.${id}`) ?? id;
}

/** With a capital, as at the head of a line; Turkish has two of the letter i. */
export function headed(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

export function houseName(house: number): string {
  return sentence(`houses.term.house.${house}`) ?? String(house);
}

/** What an activity, a trait or a hireling does, its numbers from the tables. */
export function about(name: string): string {
  return sentence(`houses.about.${name}`, NUMBERS) ?? "";
}

/** "prince of Zagros"; `role` null where it is not known any more. */
function nobleName(house: number, role: Role | null): string {
  return t(`houses.noble.${role ?? "unknown"}`, { house: houseName(house) });
}

/** As he is called in the orders of a turn: roles change at the end of one. */
export function nameAt(reading: Reading, id: NobleId, turn: number): string {
  return nobleName(houseOf(id), roleAt(reading, id, turn));
}

/** As he is called now. */
export function nameOf(reading: Reading, id: NobleId): string {
  return nobleName(houseOf(id), reading.characters[id]?.role ?? roleAt(reading, id, reading.turn));
}

/** A target: a noble, or the number of a house. */
export function targetName(reading: Reading, target: Json | undefined, turn: number): string {
  if (isNoble(target)) return nameAt(reading, target, turn);
  return typeof target === "number" ? houseName(target) : "";
}

/** "attack: prince of Zagros", "hiring (minstrel): own vizier". */
export function deedWords(reading: Reading, deed: Deed, turn: number): string {
  let said = term(deed.activity);
  if (deed.hireling !== undefined) said = t("houses.deed.hireling", { what: said, hireling: term(deed.hireling) });
  const targets = deed.guests ?? (deed.target === undefined ? [] : [deed.target]);
  if (targets.length > 0) {
    said = t("houses.deed.target", { what: said, target: list(targets.map((one) => targetName(reading, one, turn))) });
  }
  return deed.then === undefined ? said : t("houses.deed.then", { deed: said, then: deedWords(reading, deed.then, turn) });
}

export function lockWords(lock: Lock): string {
  switch (lock.why) {
    case "prestige":
      return t("houses.lock.prestige", { needs: lock.needs });
    case "wait":
      return t("houses.lock.wait", { turn: lock.turn });
    default:
      return t(`houses.lock.${lock.why}`);
  }
}

/** Which of the chronicle's sentences tells an announcement. */
function variantOf({ kind, ...fields }: Paper): string {
  const isGood = fields.accepted ?? fields.success;
  if (typeof isGood === "boolean") return `${kind}_${isGood ? "yes" : "no"}`;
  if (kind === "feast") return absent(fields.guests, fields.attending).length > 0 ? "feast_some" : "feast_all";
  if (kind === "deposition" && fields.became === null) return "deposition_gone";
  if (kind === "guard_alarm") return `guard_alarm_${String(fields.how)}`;
  if (kind === "tracking" && (fields.activities as readonly Json[]).length === 0) return "tracking_none";
  return kind;
}

/** An announcement as everybody reads it. */
export function announced(reading: Reading, paper: Paper): string {
  return headed(sentence(`houses.chronicle.${variantOf(paper)}`, valuesOf(reading, paper)) ?? paper.kind);
}

/** A report as its house reads it. */
export function reported(reading: Reading, paper: Paper): string {
  return headed(sentence(`houses.letter.${variantOf(paper)}`, valuesOf(reading, paper)) ?? paper.kind);
}

const NOBLES = ["by", "target", "against", "vizier", "king", "character", "employer"] as const;
const TERMS = ["hireling", "activity", "role", "became"] as const;

/** The slots of a paper's sentence. */
function valuesOf(reading: Reading, paper: Paper): Record<string, string> {
  const { turn } = paper;
  const values: Record<string, string> = {};
  for (const field of NOBLES) {
    const value = paper[field];
    if (isNoble(value)) values[field] = nameAt(reading, value, asOf(paper));
  }
  if (typeof paper.target === "number") values.house = houseName(paper.target);
  if (typeof paper.house === "number") values.house = houseName(paper.house);
  for (const field of TERMS) {
    const value = paper[field];
    if (typeof value === "string") values[field] = term(value);
  }
  if (values.employer !== undefined) values.by = values.employer;
  if (paper.then !== undefined) values.deed = deedWords(reading, paper.then as unknown as Deed, turn);
  if (paper.attending !== undefined) {
    values.attending = names(reading, paper.attending, turn);
    values.absent = names(reading, absent(paper.guests, paper.attending), turn);
  }
  if (paper.activities !== undefined) {
    const deeds = paper.activities as unknown as readonly Deed[];
    values.deeds = list(deeds.map((deed) => deedWords(reading, deed, turn)));
  }
  return values;
}

/** The crowned is told as king, who falls as the king that he was. */
function asOf(paper: Paper): number {
  return paper.kind === "coronation" ? paper.turn + 1 : paper.turn;
}

function names(reading: Reading, ids: Json | undefined, turn: number): string {
  return list((ids as readonly NobleId[]).map((id) => nameAt(reading, id, turn)));
}

function absent(guests: Json | undefined, attending: Json | undefined): readonly string[] {
  return ((guests ?? []) as readonly string[]).filter((guest) => !((attending ?? []) as readonly string[]).includes(guest));
}
