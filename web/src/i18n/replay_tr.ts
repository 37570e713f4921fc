/* Texts of watching a game again. */

import type { Translated } from "./messages";
import type { REPLAY_EN } from "./replay_en";

export const REPLAY_TR: Translated<typeof REPLAY_EN> = {
  "replay.title": "Tekrar",
  "replay.watch": "Tekrar izle",
  "replay.watch_running": "Baştan izle",
  "replay.loading": "Kayıt açılıyor …",
  "replay.moment": "Hamle {number} / {last}",
  "replay.controls": "Tekrar düğmeleri",
  "replay.slider": "Oyundaki an",
  "replay.first": "En başa git",
  "replay.turn_back": "Önceki sıra",
  "replay.back": "Bir hamle geri",
  "replay.play": "Oynat",
  "replay.pause": "Duraklat",
  "replay.forward": "Bir hamle ileri",
  "replay.turn_forward": "Sonraki sıra",
  "replay.last": "En sona git",
  "replay.speed": "Hız",
  "replay.eyes": "Kimin gözünden",
  "replay.spectator": "Seyirci",
  "replay.own": "{name} (sen)",
  "replay.after_end": "{name} (oyun bitince)",
  "replay.eyes_refused": "Başkasının gözünden ancak oyun bitince izlenebilir: şimdi kendi gözünden izliyorsun.",
  "replay.copy": "Bu anın bağlantısı",
  "replay.to_room": "Odaya dön",
  "replay.running": "Oyun sürüyor: yeni hamleler sona eklenir.",
  "replay.failed": "Bu an getirilemedi.",
  "replay.not_reached": "Kayıt açılamadı.",
  "code.not_yet": "Bu ancak oyun bittikten sonra görülebilir.",
  "code.no_such_position": "Oyun henüz oraya gelmedi.",
};
