/* Texts of the pages around the games, ads, cookies. */

import type { Translated } from "./messages";
import type { PAGES_EN } from "./pages_en";

export const PAGES_TR: Translated<typeof PAGES_EN> = {
  "pages.foot": "Bu site hakkında",
  "pages.privacy": "Gizlilik",
  "pages.about": "Hakkında",
  "pages.contact": "İletişim",

  "ad.label": "Reklam",
  "ad.close": "Reklamı kapat",
  "ad.close_in": { one: "{count} saniye sonra kapanabilir", other: "{count} saniye sonra kapanabilir" },

  "cookies.title": "Çerezler",
  "cookies.ask": "Tek çerezimiz girişini hatırlar. İleride reklam çıkarsa sana göre seçilsin mi?",
  "cookies.accept": "Kabul et",
  "cookies.refuse": "Reddet",

  "home.others": "Öteki oyunlar",
  "home.play_which": "Botlara karşı oyna: {game}",
  "home.play_hint": {
    one: "Sen ve {count} bot. Hesap gerekmez.",
    other: "Sen ve {count} bot. Hesap gerekmez.",
  },
  "home.hero.fetih.title": "Dünyayı fethet",
  "home.hero.fetih.lead":
    "Fetih: 50 bölge, 2–5 oyuncu. Kaynak topla, ordu kur, pazarlık et, ittifak yap, gerekirse boz; " +
    "kıtaları elinde tutan kazanır.",

  "enter.title": "Hoş geldin",
  "enter.lead": "Hesap, adını senin için saklar. Oynamak için şart değil: misafir de her şeyi yapabilir.",
  "enter.as_guest": "Misafir olarak devam et",
  "enter.guest_hint": "Misafir0427 gibi bir ad alırsın. Son gelişinden 2 gün sonra unutulur.",
  "enter.go_on": "Devam et",
  "enter.no_reset": "Parola sıfırlama yoktur: parolasını unutan, hesabına bir daha giremez.",
  "enter.mode": "Ne yapmak istersin?",
  "enter.guest_leaves":
    "Çıkış yaparsan bu misafir temelli silinir: {name}. Sürmekte olan oyunlardaki yeri de onunla gider.",
  "enter.leave_guest": "Bu misafirlikten çık",

  "erase.account": "Hesabımı sil",
  "erase.guest": "Bu misafirden kalan her şeyi sil",
  "erase.title": "{name} temelli silinsin mi?",
  "erase.account_goes":
    "Silinecekler: adın, parolan, bütün cihazlardaki girişlerin, odalardaki yerlerin ve sohbetlere yazdığın her şey. " +
    "Sürmekte olan oyunlarda yerine bir bot oynar.",
  "erase.guest_goes":
    "Silinecekler: misafirin adı, odalardaki yerlerin ve sohbetlere yazdığın her şey. Sürmekte olan oyunlarda yerine " +
    "bir bot oynar.",
  "erase.stays":
    "Kalacaklar: oyunlarındaki hamleler. Adının yerinde “Eski oyuncu” yazar. Adı sonradan herkes alabilir. " +
    "Bunun geri dönüşü yok.",
  "erase.password": "Parolan, bir kez daha",
  "erase.yes": "Temelli sil",
  "erase.done": "Her şey silindi. Burada artık bir yabancısın.",

  "late.title": "Oyun çoktan başladı.",
  "late.why": "Artık kimse katılamaz, ama izleyebilirsin.",
  "late.watch": "İzle",

  "waiting.join": "Oyuna katıl",
  "waiting.full": "Oda dolu. Burada kalırsan oyun başlayınca izleyebilirsin.",
  "waiting.handed_to_you": "Oda artık senin: önceki sahibi ayrıldı.",
  "waiting.handed_to": "Odanın yeni sahibi: {name}",

  "end.title": "Oyun bitti",
  "end.look": "Tahtaya bak",
  "end.show": "Sonuç",
  "end.ranking": "Sıralama",

  "privacy.lead":
    "Divan az şey saklar; ne sakladığı burada yazar. Sayfa başka sitelerden hiçbir şey yüklemez: " +
    "ne istatistik, ne reklam ağı, ne de başkasının yazı tipi ya da resmi.",
  "privacy.cookie.title": "Çerez",
  "privacy.cookie":
    "Tek bir çerez var: divan_session. Sayfa yenilenince sunucu seni onunla tanır; onsuz oynanamaz. " +
    "Son gelişinden 30 gün, misafirde 2 gün sonra, çıkış yaparsan hemen geçersiz olur.",
  "privacy.browser.title": "Tarayıcının hatırladıkları",
  "privacy.browser.language": "seçtiğin dil",
  "privacy.browser.session": "giriş yapmış olduğun (kim olarak, o değil)",
  "privacy.browser.seeds": "oturduğun her oda için zarlara kattığın sayı",
  "privacy.browser.heads": "her oda için kaydının sana verilen en yeni parmak izi; oyun sonradan değiştirilirse fark edesin diye",
  "privacy.browser.game": "en son hangi oyuna baktığın; o oyun daha çabuk açılsın diye",
  "privacy.browser.taught": "bir oyunun eğitimini gördüğün",
  "privacy.browser.cookies": "çerezler için verdiğin yanıt",
  "privacy.browser.where":
    "Bunlar, sen silene dek tarayıcının yerel deposunda durur. İçlerinden yalnızca zarlara kattığın sayı bu sunucuya " +
    "gönderilir; böylece oyunu sonradan herkes denetleyebilir.",
  "privacy.server.title": "Sunucunun sakladıkları",
  "privacy.server.account":
    "Hesaptan: adı ve parolasının tuzlanmış özeti. E-posta adresi ya da gerçek ad yok. " +
    "Hesap, sen ya da siteyi işleten silene dek durur.",
  "privacy.server.session": "Oturumdan: anahtarının özeti ve son kullanıldığı an; 30 gün, misafirde 2 gün.",
  "privacy.server.attempts": "Başarısız girişler, ada göre 15 dakika boyunca sayılır.",
  "privacy.server.chat":
    "Sohbetten: bir odanın son 200 iletisi, her biri 7 gün. Oda silinince sohbeti de hemen silinir.",
  "privacy.server.log":
    "Oyundan: her hamle, kalıcı olarak; yeniden izlenebilsin ve incelenebilsin diye. Orada koltuklar yazar, kişiler yazmaz. " +
    "Hangi hesabın nerede oturduğu, yanında rastgele bir numarayla tutulur.",
  "privacy.server.address":
    "Ağ adresin, bağlı olduğun sürece istek yağmurunu önlemek için kullanılır; Divan onu saklamaz. " +
    "Önünde duran bir sunucu ne yazıyorsa onu yalnızca siteyi işleten bilir.",
  "privacy.erase.title": "Senden kalanı silmek",
  "privacy.erase.how":
    "Sayfanın üstündeki adına, ardından “Hesabımı sil” düğmesine dokun. Adın, parolan, bütün girişlerin ve sohbetlere " +
    "yazdığın her şey hemen silinir. Misafirsen aynısını orada bulursun.",
  "privacy.erase.stays":
    "Oyunlar hamle hamle kalır; ötekiler yeniden izleyebilsin, zarları denetleyebilsin diye. Senin yerinde “Eski oyuncu” " +
    "yazar. Koltuğunun rastgele numarası artık kimseye götürmez.",
  "privacy.erase.backups":
    "Sunucunun yedekleri, içlerindekini yaşları gereği silinene dek tutar: en çok 90 gün. Biri geri yüklenirse " +
    "sildiklerin yeniden silinir.",
  "privacy.others.title": "Başkalarının gördükleri",
  "privacy.others":
    "Seninle aynı odada olan; adını, bağlı olup olmadığını, yazdıklarını ve oyun kurallarının gösterdiklerini görür. " +
    "Bir oyunun bağlantısını bilen, o oyunu izleyebilir.",
  "privacy.ads.title": "Reklamlar",
  "privacy.ads":
    "Üzerinde “Reklam” yazan kutular boştur: bağlı bir reklam ağı yok, hiçbirine istek gitmez. İleride bağlanırsa " +
    "sana göre seçilen reklamları ancak kabul ettiysen gösterebilir; yanıt vermediysen göstermez.",
  "privacy.answer": "Yanıtın",
  "privacy.answer.accepted": "Kabul ettin: reklamlar sana göre seçilebilir.",
  "privacy.answer.refused": "Reddettin: reklamlar sana göre seçilmez.",
  "privacy.answer.none": "Henüz yanıt vermedin: reklamlar sana göre seçilmez.",

  "about.divan":
    "Divan, arkadaşlarınla ve botlarla sıra tabanlı oyunlar oynadığın bir yer. Telefonda, tablette ve bilgisayarda " +
    "tarayıcıdan açılır; bir şey kurulmaz, oynamak için hesap da e-posta da gerekmez.",
  "about.fetih.title": "Fetih",
  "about.fetih":
    "Fetih, 50 bölgeli bir dünyada 2–5 kişiyle oynanan bir fetih oyunudur. Hangi bölgenin odun, taş, yiyecek ve altın " +
    "getireceğini zarlar söyler; bunlarla köy ve sur kurar, asker basar, barut çağına geçersin. " +
    "Gerisi sana kalmış: ister orduyla, ister pazarda, ister müttefiklerle.",
  "about.rooms.title": "Nasıl oynanır?",
  "about.rooms":
    "“Botlara karşı oyna” hemen bir oyun başlatır. Ya da bir oda aç, bağlantısını veya 6 karakterlik kodunu " +
    "arkadaşlarına gönder; boş koltuklara botlar oturabilir. Bağlantısı kopan, aynı bağlantıyla yerine döner.",
  "about.fair.title": "Hilesiz zarlar",
  "about.fair":
    "Zarları kimse seçmez, sunucu da: o önceden bir sırra söz verir, tarayıcın kendi sayısını katar, " +
    "her atış ikisinden birlikte çıkar. Oyun bitince sır gösterilir ve her şey denetlenebilir.",
  "about.check": "Oyun denetle",

  "contact.lead": "Soru, şikâyet ya da silinmesini istediğin bir hesap için siteyi işletene yaz.",
  "contact.address": "İletişim",
  "contact.none": "Bu siteyi işleten, kendisine ulaşılabilecek bir adres bildirmedi.",
  "contact.in_game":
    "Oyunda bir sorun mu var? Oda sahibi, başlamadan önce odadan çıkarabilir, sohbette her an susturabilir.",
};
