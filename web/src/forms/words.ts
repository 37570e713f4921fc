/* Names from the wire as words: the catalogue's where it has one, else the name itself made readable. */

import { number, sentence, series, t } from "../i18n/speak.svelte";
import { isList, isObject, type Json } from "../json";

/** `fields_left` and `FieldsLeft` read "Fields left". */
export function readable(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").trim().toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

export function gameName(game: string): string {
  return sentence(`${game}.name`) ?? readable(game);
}

export function botName(game: string, kind: string): string {
  return sentence(`${game}.bot.${kind}`) ?? sentence(`bot.${kind}`) ?? readable(kind);
}

export function commandName(game: string, type: string): string {
  return sentence(`${game}.command.${type}`) ?? readable(type);
}

/** A setting's name; the schema's own title is English only. */
export function settingName(game: string, name: string, title?: string): string {
  return sentence(`${game}.setting.${name}`) ?? title ?? readable(name);
}

export function settingValue(game: string, name: string, value: Json): string {
  return sentence(`${game}.setting.${name}.${String(value)}`) ?? spoken(value);
}

/** Any JSON value in one line. */
export function spoken(value: Json | undefined): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return value;
  if (isList(value)) return value.length === 0 ? "–" : series(value.map(spoken));
  if (isObject(value)) {
    const parts = Object.entries(value).map(([key, part]) => `${readable(key)}: ${spoken(part)}`);
    return parts.length === 0 ? "–" : parts.join(" · ");
  }
  return "";
}
