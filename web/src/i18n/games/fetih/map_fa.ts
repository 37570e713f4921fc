/* Fetih: the board, in Persian. */

import type { Translated } from "../../messages";
import type { MAP_EN } from "./map_en";

export const MAP_FA: Translated<typeof MAP_EN> = {
  "fetih.map.title": "نقشه‌ی جهان",
  "fetih.map.hint": "با کلیدهای جهت از سرزمینی به سرزمین دیگر برو، با Enter بازش کن، با + و - بزرگ و کوچک کن.",
  "fetih.map.zoom_in": "بزرگ‌تر",
  "fetih.map.zoom_out": "کوچک‌تر",
  "fetih.map.home": "سرزمین‌های مرا نشان بده",
  "fetih.map.home.all": "همه‌ی نقشه را نشان بده",
  "fetih.map.borders": "مرز قاره‌ها",
  "fetih.map.continent": { one: "{count} امتیاز · {resource}", other: "{count} امتیاز · {resource}" },
  "fetih.map.passage": "گذر دریایی: {region} – {port}",
  "fetih.map.route": "راه دریایی: {region} – {port}",
  "fetih.map.tile.owner": "صاحب: {owner} ({colour})",
  "fetih.map.tile.neutral": "بی‌طرف",
  "fetih.map.tile.yield": "{resource} با {number}",
  "fetih.map.tile.soldiers": { one: "{count} سرباز", other: "{count} سرباز" },
  "fetih.map.tile.empty": "بی سرباز",
  "fetih.map.tile.plundered": "روستای غارت‌شده",
  "fetih.map.tile.outlined": "قابل انتخاب",
  "fetih.map.tile.lit": "روشن‌شده",
  "fetih.map.emblem.blue": "آبی، راه‌راه مورب",
  "fetih.map.emblem.purple": "بنفش، خال‌خال",
  "fetih.map.emblem.turquoise": "فیروزه‌ای، خط‌های افقی",
  "fetih.map.emblem.pink": "صورتی، شطرنجی",
  "fetih.map.emblem.white": "سفید، خط‌های عمودی",
};
