/* Texts of a game's chance, of checking it, and of what else is offered when it is over, in Turkish. */

import type { Translated } from "./messages";
import type { PROOF_EN } from "./proof_en";

export const PROOF_TR: Translated<typeof PROOF_EN> = {
  "fair.how":
    "Oyundan önce sunucu kendi sırrına, her oyuncunun tarayıcısı da kendi tohumuna bir özetle söz verdi. " +
    "Bütün çekilişler ikisinden birlikte çıkar; kimse onları seçemez. Oyun bitince sır gösterilir ve her şey denetlenebilir.",
  "fair.commitment": "Sunucunun sözü (sırrının SHA-256 özeti)",
  "fair.seed": "Senin tohumun",
  "fair.seed_hash": "Senin sözün (tohumunun SHA-256 özeti)",
  "fair.head": "Oyun kaydının en yeni özeti: saklayan, kayıt değiştirilirse fark eder",
  "fair.secret": "Sunucunun sırrı",
  "fair.seeds": "Oyuncuların tohumları",
  "fair.no_seed": "yok",
  "fair.not_yet": "Oyun bitince gösterilir.",
  "fair.kept": "Sır verilen söze uyuyor.",
  "fair.broken": "Sır verilen söze uymuyor!",

  "proof.check": "Bu oyunu denetle",
  "proof.checking": "Denetleniyor …",
  "proof.progress": "Denetimin ilerleyişi",
  "proof.download": "Oyunu indir",
  "proof.file": "Dosya denetle",
  "proof.what":
    "Tarayıcın oyunun bütün kaydını alır ve her şeyi, sunucuya güvenmeden, kendisi yeniden hesaplar.",

  "proof.holds": "Her şey tutuyor.",
  "proof.holds_so_far": "Eldeki kadarı tutuyor. Oyun bu dosyada bitmiyor; çekilişler henüz denetlenemez.",
  "proof.fails": "Tutmuyor!",
  "proof.at": "{entry}. adım",
  "proof.form": "Bir oyunun parçası olarak okunamıyor: bozulmuş ya da hiç oyun değil.",
  "proof.order": "Bir öncekinin devamı değil: bir şey çıkarılmış, eklenmiş ya da yeri değiştirilmiş.",
  "proof.chain": "Yazıldıktan sonra değiştirilmiş: özeti bir öncekinden çıkmıyor.",
  "proof.begin": "Bir oyunu başlatmıyor.",
  "proof.commitment": "Sunucunun sırrı, söz verdiği sır değil.",
  "proof.seed": "Bir oyuncunun tohumu söz verilen tohum değil ya da seninki eksik.",
  "proof.draw": "Bir çekilişin sonucu sırdan ve tohumlardan çıkmıyor.",
  "proof.head": "Özeti tarayıcına verilmiş olan bir adım eksik: kayıt yeniden yazılmış ya da kısaltılmış.",
  "proof.end": "Oyun bittikten sonra geliyor.",
  "proof.header": "Dosyanın ilk satırı, içindeki oyundan başka bir şey söylüyor.",
  "proof.no_header": "Bir oyun dosyası gibi başlamıyor.",
  "proof.told": "Tarayıcına bu konuda başka bir şey söylenmişti.",

  "proof.checked": "Neler denetlendi",
  "proof.entries": { one: "{count} adım, eksiksiz ve değişmemiş", other: "{count} adım: her biri bir öncekinin devamı" },
  "proof.draws": {
    one: "Sırdan ve tohumlardan yeniden yapılan {count} çekiliş: sonuç aynı",
    other: "Sırdan ve tohumlardan yeniden yapılan {count} çekiliş: hepsinin sonucu aynı",
  },
  "proof.undrawn": { one: "{count} çekiliş yeniden yapılamadı", other: "{count} çekiliş yeniden yapılamadı" },
  "proof.heads": {
    one: "Oyun sürerken tarayıcına verilen {count} özet: kayıtta duruyor",
    other: "Oyun sürerken tarayıcına verilen {count} özet: hepsi kayıtta duruyor",
  },
  "proof.no_heads": "Tarayıcın bu oyunun hiçbir özetini saklamamış; oyun baştan sona yeniden yazılmış olsa fark edemezdi",
  "proof.events": {
    one: "Tarayıcına anlatılan {count} olay: kayıtta duruyor",
    other: "Tarayıcına anlatılan {count} olay: hepsi kayıtta duruyor",
  },
  "proof.seed_used": "Senin tohumun: bütün çekilişlere katıldı",
  "proof.seed_late": "Senin tohumun: geç kaldı, çekilişlere katılmadı",
  "proof.is_fork": "Oyun verilmiş bir konumdan başladı. O konuma nasıl gelindiği bu kayıtta yazmıyor",
  "proof.unseen":
    "Her hamlenin oyunun kurallarına uyup uymadığını sayfa göremez. Bunun için program var: bu dosyayla divan verify.",

  "proof.ways": "Oyundan sonra",
  "proof.fork": "Buradan devam et",
  "proof.fork_what":
    "Oyunun buradaki gibi, {number}. hamleden sonraki haliyle durduğu yeni bir oda açılır. Kimin gözünden bakıyorsan onun yerine oturursun; ötekilere arkadaşların ya da botlar oturur. Zarlar yenidir; bu oyun olduğu gibi kalır.",
  "proof.fork_over": "Oyun burada bitmiş: devam etmek için daha önceki bir hamleye dön.",
  "proof.fork_open": "Odayı aç",

  "proof.title": "Oyun denetle",
  "proof.lead":
    "Biten her oyun dosya olarak alınabilir; böyle bir dosyayı da herkes denetleyebilir: içinde hiçbir şeyin değiştirilmediğini ve " +
    "bütün zarların önceden söz verilen sırlardan çıktığını. Dosya tarayıcından dışarı çıkmaz.",
  "proof.drop": "Buraya bir .divan dosyası bırak ya da bir dosya seç.",
  "proof.choose": "Dosya seç",
  "proof.which": "{game}, {date}",
  "proof.unknown": "Oyun değil",
  "proof.more": { one: "{count} oyun daha: tutuyor", other: "{count} oyun daha: hepsi tutuyor" },
};
