/* Texts of watching a game again, in Persian. */

import type { Translated } from "./messages";
import type { REPLAY_EN } from "./replay_en";

export const REPLAY_FA: Translated<typeof REPLAY_EN> = {
  "replay.title": "بازپخش",
  "replay.watch": "تماشای دوباره",
  "replay.watch_running": "تماشا از آغاز",
  "replay.loading": "ضبط بازی باز می‌شود …",
  "replay.moment": "حرکت {number} از {last}",
  "replay.controls": "دکمه‌های بازپخش",
  "replay.slider": "لحظه‌ی بازی",
  "replay.first": "به آغاز",
  "replay.turn_back": "نوبت پیشین",
  "replay.back": "یک حرکت عقب",
  "replay.play": "پخش",
  "replay.pause": "مکث",
  "replay.forward": "یک حرکت جلو",
  "replay.turn_forward": "نوبت بعدی",
  "replay.last": "به پایان",
  "replay.speed": "سرعت",
  "replay.eyes": "از چشم",
  "replay.spectator": "تماشاگر",
  "replay.own": "{name} (تو)",
  "replay.after_end": "{name} (پس از پایان)",
  "replay.eyes_refused": "از چشم بازیکن دیگر تنها پس از پایان می‌توان دید: با چشم خودت می‌بینی.",
  "replay.copy": "پیوند این لحظه",
  "replay.to_room": "بازگشت به اتاق",
  "replay.running": "بازی ادامه دارد: حرکت‌های تازه به پایان افزوده می‌شود.",
  "replay.failed": "این لحظه را نشد گرفت.",
  "replay.not_reached": "ضبط بازی باز نمی‌شود.",
  "code.not_yet": "آن را تنها پس از پایان بازی می‌توان دید.",
  "code.no_such_position": "بازی تا آنجا نرسیده.",
};
