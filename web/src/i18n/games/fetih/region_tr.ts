/* Fetih: the windows of regions. */

import type { REGION_EN } from "./region_en";
import type { Translated } from "../../messages";

export const REGION_TR: Translated<typeof REGION_EN> = {
  "fetih.region.close": "Pencereyi kapat",
  "fetih.region.fewer": "{label}: bir eksilt",
  "fetih.region.more": "{label}: bir artır",
  "fetih.region.owner": "Sahibi: {name}",
  "fetih.region.yours": "Senin bölgen",
  "fetih.region.number": "Zar sayısı {number}",
  "fetih.region.yields": "Zar {number} gelince üretir",
  "fetih.region.plundered": "Yağmalandı: sahibi yeniden zar atana dek yarım üretir",
  "fetih.region.sea": "Deniz geçidi: {regions}",
  "fetih.region.neighbours": { one: "{count} komşu bölge", other: "{count} komşu bölge" },
  "fetih.region.soldiers": "Askerler",
  "fetih.region.no_soldiers": "Burada asker yok",
  "fetih.region.ready": "{count} hazır",
  "fetih.region.defence": "Savunma",
  "fetih.region.defence.soldiers": "asker",
  "fetih.region.strength": "Güç {count}",

  "fetih.region.pick": "Burayı seç",
  "fetih.region.pick.why": "Burada bir köy ve 2 piyadeyle başlarsın.",

  "fetih.region.train": "Asker eğit",
  "fetih.region.train.do": "Eğit",
  "fetih.region.train.these": "Eğit: {count} {unit}",
  "fetih.region.build": "Yapı kur",
  "fetih.region.build.village": "Üretimi ikiye katlar, savunma +1",
  "fetih.region.build.fence": "Savunma +3",
  "fetih.region.build.wall": "Çitin yerine savunma +5",

  "fetih.region.attack_from": "Buradan saldır",
  "fetih.region.target": "Nereye saldırıyorsun?",
  "fetih.region.target.hint": "Kesik çizgili bölgelerden birine tıkla ya da buradan seç.",
  "fetih.region.attackers": "Saldıranlar",
  "fetih.region.all": "Hepsi",
  "fetih.region.all_of": "Hazır olanların hepsi: {region}",
  "fetih.region.none_of": "Hiçbiri: {region}",
  "fetih.region.none": "Hiçbiri",
  "fetih.region.chance": "Kazanma şansı",
  "fetih.region.percent": "%{chance}",
  "fetih.region.strengths": "Saldırı {attack}, savunma {defence}",
  "fetih.region.attack": "Saldır",
  "fetih.region.attack.lose": {
    one: "Yenilirsen saldıran askerin kaybedilir.",
    other: "Yenilirsen saldıran {count} askerin hepsi kaybedilir.",
  },
  "fetih.region.attack.open": "Bölge savunmasız: kayıp vermeden girersin.",
  "fetih.region.attack.now": "Şans şimdi %{chance}.",
  "fetih.region.attack.confirm": "%{chance} şansla saldır",

  "fetih.region.ship": "Sevk et",
  "fetih.region.ship.hint": "Kesik çizgili bölgelerden birine tıkla ya da listeden seç.",
  "fetih.region.ship.to": "Varış bölgesi",
  "fetih.region.ship.choose": "Seç …",
  "fetih.region.ship.room": "{region}, {count} askerlik yer var",
  "fetih.region.ship.full": "{region}, dolu",
  "fetih.region.ship.used": "Sevk edilenler bu turda bir daha davranamaz.",
  "fetih.region.back": "Geri",
};
