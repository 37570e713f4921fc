/* Fetih: tutorial, and the frame of the rules, in Persian. */

import type { Translated } from "../../messages";
import type { HELP_EN } from "./help_en";

export const HELP_FA: Translated<typeof HELP_EN> = {
  "fetih.help.back": "بازگشت به بازی",
  "fetih.help.open": "قواعد",

  "fetih.lesson.title": "چطور بازی کنیم",
  "fetih.lesson.place": "برگه‌ی {card} از {cards}",
  "fetih.lesson.skip": "رد شدن از آموزش",
  "fetih.lesson.next": "بعدی",
  "fetih.lesson.previous": "قبلی",
  "fetih.lesson.done": "فهمیدم",
  "fetih.lesson.goal.title": "قاره‌ها را بگیر",
  "fetih.lesson.goal.text":
    "قاره‌های کامل به ارزش {points} امتیاز داشته باش و تا نوبت بعدی‌ات نگهشان دار: برنده‌ای! اول دو سرزمین آغاز انتخاب کن: روی خانه‌ای با خط‌چین دورش بزن و در {pick} ثانیه تأیید کن.",
  "fetih.lesson.roll.title": "تاس بریز",
  "fetih.lesson.roll.text":
    "هر نوبت را با «{roll}» آغاز کن. هر که تاس بریزد، هر سرزمینی که آن عدد را دارد به صاحبش {region} منبع می‌دهد، یا با روستا {village} منبع. ۷ شوم است: چیزی نمی‌روید و هر که بیش از {limit} منبع داشته باشد نیمی را از دست می‌دهد.",
  "fetih.lesson.build.title": "نیرو بگیر",
  "fetih.lesson.build.text":
    "روی سرزمینی از خودت بزن تا سرباز آموزش دهی یا روستا، حصار یا دیوار بسازی. سرباز جایی آموزش می‌بیند که روستا باشد و همان دم می‌تواند بجنگد.",
  "fetih.lesson.attack.title": "حمله کن!",
  "fetih.lesson.attack.text":
    "روی همسایه‌ای با خط‌چین دورش بزن، سربازانت را انتخاب کن، شانس را ببین و تأیید کن. همه‌ی نوبت {turn} ثانیه است: کارت که تمام شد «{end}» را بزن. همه‌ی قواعد پشت دکمه‌ی ؟ است.",

  "fetih.rules.title": "قواعد بازی",
  "fetih.rules.contents": "فهرست مطالب",
  "fetih.rules.guide": "راهنمای راهبرد",
  "fetih.rules.guide.lead": "عجله داری؟ راهنمای راهبرد یک صفحه است:",
  "fetih.rules.to_rules": "همه‌ی قواعد",
  "fetih.rules.clock": "در این میان ساعت بازی پیش می‌رود.",
  "fetih.rules.loading": "کتاب باز می‌شود …",
  "fetih.rules.unreadable": "قواعد بارگذاری نشد. لطفاً این را ببند و دوباره امتحان کن.",
  "fetih.rules.units": "سربازان، قدرت و بهایشان",
  "fetih.rules.unit": "سرباز",
  "fetih.rules.age": "عصر",
  "fetih.rules.strength": "قدرت",
  "fetih.rules.price": "بها",
  "fetih.rules.structures": "آنچه می‌توان ساخت",
  "fetih.rules.structure": "سازه",
  "fetih.rules.defence": "دفاع",
  "fetih.rules.continents": "قاره‌ها و امتیازشان",
  "fetih.rules.continent": "قاره",
  "fetih.rules.regions": "سرزمین‌ها",
  "fetih.rules.points": "امتیاز و پاداش",
  "fetih.rules.numbers": "هر عدد در ۳۶ بار تاس چند بار می‌آید",
  "fetih.rules.number": "عدد",
  "fetih.rules.times": "بار",
};
