/* The game's events as the story of a replay tells them. */

import { list, number, sentence } from "../../i18n/speak.svelte";
import { isList, isObject, type Json } from "../../json";
import type { Telling } from "../screens";
import type { ToldEvent } from "../../wire/messages";
import { type Deed, isNoble, type Paper, read, type Reading } from "./reading";
import { announced, deedWords, houseName, nameOf, reported, term } from "./words";

/** They stand in the chronicle too, and are told once. */
const ANNOUNCED: ReadonlySet<string> = new Set([
  "KingDeposed", "KingCrowned", "ThroneVacant", "VetoUsed", "CharacterDied", "CharacterMovedRole", "CharacterCommanded",
  "CharacterBribed",
]);
const HOUSES: ReadonlySet<string> = new Set(["house", "by_house"]);

/** A sentence; null for what is told by another event, undefined where the catalogue's sentence will do. */
export function tell(event: ToldEvent, { view, nameOf: playerName }: Telling): string | null | undefined {
  const reading = read(view);
  if (ANNOUNCED.has(event.type)) return null;
  if (event.type === "AnnouncementMade" && isObject(event.announcement)) return announced(reading, event.announcement as Paper);
  if (event.type === "ReportSent" && isObject(event.report)) {
    const report = event.report as Paper;
    return isOwn(report) ? null : reported(reading, report);
  }
  const values = Object.fromEntries(Object.entries(event).map(([key, value]) => [key, worded(reading, key, value)]));
  const name = typeof event.seat === "number" ? playerName(event.seat) : "";
  const said = sentence(`houses.told.${event.type}`, { ...values, name });
  return said === null || /\{\w+\}/.test(said) ? undefined : said;
}

/** What became of one's own orders is told by the orders' own events, and in the letters. */
function isOwn({ kind }: Paper): boolean {
  return kind === "own" || kind === "own_hireling";
}

function worded(reading: Reading, key: string, value: Json): string {
  if (isNoble(value)) return nameOf(reading, value);
  if (typeof value === "number") {
    return HOUSES.has(key) || (key === "target" || key === "winners") ? houseName(value) : number(value);
  }
  if (typeof value === "string") return term(value);
  if (isList(value)) return list(value.map((one) => worded(reading, key, one)));
  return isObject(value) && value.activity !== undefined ? deedWords(reading, value as unknown as Deed, reading.turn) : "";
}
