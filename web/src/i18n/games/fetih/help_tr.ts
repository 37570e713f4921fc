/* Fetih: eğitim ve kurallar ekranının çerçevesi; kuralların kendisi rules_tr.ts içinde. */

import type { HELP_EN } from "./help_en";
import type { Translated } from "../../messages";

export const HELP_TR: Translated<typeof HELP_EN> = {
  "fetih.help.back": "Oyuna dön",
  "fetih.help.open": "Kurallar",

  "fetih.lesson.title": "Nasıl oynanır?",
  "fetih.lesson.place": "Kart {card}/{cards}",
  "fetih.lesson.skip": "Eğitimi geç",
  "fetih.lesson.next": "İleri",
  "fetih.lesson.previous": "Geri",
  "fetih.lesson.done": "Anladım",
  "fetih.lesson.goal.title": "Hedefin kıtalar",
  "fetih.lesson.goal.text":
    "Tümü senin olan kıtalar {points} puan edince sıra yine sana gelene kadar koru: kazandın! Önce iki başlangıç bölgesi seç: kesik çizgili bir karoya dokun, {pick} saniye içinde onayla.",
  "fetih.lesson.roll.title": "Zarı at",
  "fetih.lesson.roll.text":
    "Her tura “{roll}” düğmesiyle başla. Zarı kim atarsa atsın, çıkan sayıyı taşıyan her bölge sahibine {region} kaynak verir; köyü varsa {village}. 7 uğursuz sayıdır: üretim olmaz, elinde {limit} kaynaktan çok olan yarısını yitirir.",
  "fetih.lesson.build.title": "Güçlen",
  "fetih.lesson.build.text":
    "Kendi bölgene dokun: açılan pencerede asker eğit, köy, çit ya da sur kur. Asker köyü olan bölgede eğitilir ve hemen savaşabilir.",
  "fetih.lesson.attack.title": "Saldır!",
  "fetih.lesson.attack.text":
    "Kesik çizgili bir komşuya dokun, askerlerini seç, kazanma şansına bak ve onayla. Turun tamamı {turn} saniye: işin bitince “{end}” düğmesine bas. Bütün kurallar ? düğmesinde.",

  "fetih.rules.title": "Oyun kuralları",
  "fetih.rules.contents": "İçindekiler",
  "fetih.rules.guide": "Strateji rehberi",
  "fetih.rules.guide.lead": "Vaktin az mı? Strateji rehberi tek sayfa:",
  "fetih.rules.to_rules": "Bütün kurallar",
  "fetih.rules.clock": "Sen okurken oyunun saati işliyor.",
  "fetih.rules.loading": "Kitap açılıyor…",
  "fetih.rules.unreadable": "Kurallar yüklenemedi. Kapatıp yeniden dene.",
  "fetih.rules.units": "Askerler, güçleri ve fiyatları",
  "fetih.rules.unit": "Asker",
  "fetih.rules.age": "Çağ",
  "fetih.rules.strength": "Güç",
  "fetih.rules.price": "Fiyat",
  "fetih.rules.structures": "Kurulabilecek yapılar",
  "fetih.rules.structure": "Yapı",
  "fetih.rules.defence": "Savunma",
  "fetih.rules.continents": "Kıtalar ve puanları",
  "fetih.rules.continent": "Kıta",
  "fetih.rules.regions": "Bölge",
  "fetih.rules.points": "Puan ve bonus",
  "fetih.rules.numbers": "Hangi sayı 36 atışta kaç kez gelir?",
  "fetih.rules.number": "Sayı",
  "fetih.rules.times": "Kez",
};
