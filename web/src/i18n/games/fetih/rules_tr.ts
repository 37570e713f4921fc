/* Fetih'in kuralları ve strateji rehberi. Yuvalara gelen adlara ve sayılara ek getirilmez. */

import type { Book } from "./rules";

export const RULES_TR: Book = {
  rules: {
    goal: {
      title: "Oyunun amacı",
      rules: [
        {
          about: "Kıta zaferi",
          text: "Tümüyle senin olan kıtaların puanları birlikte {points} ya da daha çok edince herkese haber verilir. Sıra sana yeniden gelene kadar bunu korursan turunun başında kazanırsın. Hangi kıtalar olduğu önemli değildir, toplam yeter.",
        },
        {
          about: "Son kalan",
          text: "Senden başka herkes elenir ya da teslim olursa oyunu o anda kazanırsın.",
        },
        {
          about: "Döngü",
          text: "Her tur aynı ritimle akar: kaynak kazan, kaynak harca, asker eğit, saldır. Tur sınırı yoktur; oyun biri kazanana kadar sürer ve oda sahibi de onu bitiremez.",
        },
        {
          about: "Oyuncular",
          text: "{seats_from}–{seats_to} kişiyle oynanır, boş yerlere bot oturabilir. Her oyuncunun bir rengi ve bir deseni vardır: mavi çapraz çizgili, mor benekli, turkuaz yatay çizgili, pembe kareli, beyaz dikey çizgili. Tarafsız askerler koyu gridir.",
        },
      ],
    },
    map: {
      title: "Harita ve kıtalar",
      rules: [
        {
          about: "Bölgeler",
          text: "Dünya {regions} bölgeden oluşur; her bölge tek bir altıgen karodur. Oyuncu sayısı kaç olursa olsun hepsi oyundadır.",
        },
        {
          about: "Komşuluk",
          text: "Kenarları değen karolar komşudur. Deniz geçişlerinin iki ucu da komşu sayılır: {passages}.",
        },
        {
          about: "Arazi",
          text: "Karonun rengi kaynağını söyler: yeşil orman odun, gri maden taş, kırmızı tarla yiyecek, sarı tepeler altın verir.",
        },
        {
          about: "Sayı pulu",
          text: "Her bölge bir zar sayısı taşır: 2 ile 12 arası, 7 hariç; her sayı tam {per_number} bölgededir. Kaynaklar ve sayılar her oyunda yeniden karıştırılır. En sık gelen 6 ve 8 kırmızı yazılır.",
        },
      ],
    },
    start: {
      title: "Başlangıç",
      rules: [
        {
          about: "Seçim sırası",
          text: "Oyuncu sırasını kura belirler. Bölgeler yılan sırasıyla seçilir: baştan sona, sonra sondan başa birer bölge. Böylece herkesin iki bölgesi olur; sonuncu art arda iki kez seçer.",
        },
        {
          about: "Eline ne geçer",
          text: "Seçtiğin her bölgede bedava bir köyün ve {start_infantry} piyaden olur.",
        },
        {
          about: "Uzak dur",
          text: "Başka bir oyuncunun bölgesine komşu olan bölge seçilemez; seçebileceklerin kesik çizgiyle çevrilidir. Uygun bölge kalmazsa bu kural o seçim için kalkar.",
        },
        {
          about: "Süre",
          text: "Her seçim için {pick} saniye vardır. Süre dolarsa seçimi kura yapar.",
        },
        {
          about: "İlk kaynaklar",
          text: "Herkes {start_pack} alır, üstüne ikinci bölgesinin kaynağından {second_yield} tane. Sırada sonra gelenler, önlerindeki her oyuncu için {compensation} kaynak daha alır: bir taş, bir altın diye dönüşümlü.",
        },
        {
          about: "Kalan bölgeler",
          text: "Kimsenin seçmediği bölgeler tarafsızdır ve içlerinde {neutral_infantry} piyade bekler. Tarafsızlar asla saldırmaz, yalnız savunur.",
        },
        {
          about: "İlk tur",
          text: "İlk turda oyuncular birbirine saldıramaz; tarafsız bölgelere saldırmak serbesttir.",
        },
      ],
    },
    turn: {
      title: "Bir tur",
      rules: [
        {
          about: "Önce zar",
          text: "Turun zarla başlar; zar atılmadan başka bir şey yapılamaz.",
        },
        {
          about: "Sonra serbestsin",
          text: "İnşa, asker eğitme, çağ atlama, takas, sevkiyat, saldırı ve ittifak: istediğin sırayla, istediğin kadar. İşin bitince turu bitirirsin.",
        },
        {
          about: "Süre",
          text: "Bütün turun {turn} saniyedir ve hiçbir pencere saati durdurmaz. Süre dolarsa sıra geçer; zar atılmamışsa önce senin için atılır.",
        },
      ],
    },
    production: {
      title: "Kaynak ve üretim",
      rules: [
        {
          about: "Üretim",
          text: "İki zarın toplamını taşıyan her bölge, sahibine kendi kaynağından {yield} tane verir; köyü varsa {village_yield}. Zarı kimin attığı fark etmez, herkes üretir. Tarafsız bölgeler üretmez.",
        },
        {
          about: "Kıta bonusu",
          text: "Bir kıtanın tamamı seninse, kendi zarında o kıtada en çok bulunan kaynaktan kıtanın puanı kadar bonus alırsın.",
        },
        {
          about: "Uğursuz 7",
          text: "7 gelince ne üretim ne bonus vardır. Elinde {hand_limit} kaynaktan fazlası olan her oyuncu elinin yarısını (aşağı yuvarlanır, kura seçer) bankaya kaptırır.",
        },
        {
          about: "Banka",
          text: "Her kaynaktan yalnız {bank} tane vardır; harcanan bankaya döner. Banka bir kaynağı hak edenlerin hepsine yetiremezse: hak sahibi tek kişiyse kalanı alır, birden çoksa o kaynaktan kimse almaz.",
        },
        {
          about: "Gizli eller",
          text: "Kimin elinde kaç kaynak olduğunu herkes görür, hangileri olduğunu yalnız sahibi.",
        },
      ],
    },
    buildings: {
      title: "Köy, çit ve sur",
      rules: [
        {
          about: "Köy",
          text: "Bölgenin üretimini ikiye katlar, savunmasına {village} ekler ve orada asker eğitmeni sağlar. Bir bölgede tek köy olur. Köyün kalmazsa oyundan çıkmazsın; yenisini kurabilirsin.",
        },
        {
          about: "Ahşap çit",
          text: "Savunmaya {fence} ekler.",
        },
        {
          about: "Taş sur",
          text: "Çitin yerine kurulur, savunmaya onun yerine {wall} ekler. Önce çit gerekir.",
        },
        {
          about: "Boş kale",
          text: "Çit ve sur içinde asker yokken de direnir. Bir şey kurmak için bölgede asker bulunması gerekmez.",
        },
      ],
    },
    soldiers: {
      title: "Askerler ve çağlar",
      rules: [
        {
          about: "Eğitim",
          text: "Asker yalnız köyü olan bölgende eğitilir ve hazır doğar: aynı tur saldırabilir ya da sevk edilebilir.",
        },
        {
          about: "Sınır",
          text: "Bir bölgede türü ne olursa olsun en çok {max_units} asker durur.",
        },
        {
          about: "Güç",
          text: "Askerlerin birbirine özel bir üstünlüğü yoktur; savaşta yalnız toplam güç sayılır.",
        },
        {
          about: "Çağ atlamak",
          text: "Herkes Kılıç Çağı'nda başlar. {age_cost} ödeyen Barut Çağı'na geçer; artık tüfekli ve tank da eğitir, öncekiler de açık kalır. Herkes kendi çağını kendi atlar.",
        },
      ],
    },
    battle: {
      title: "Savaş",
      rules: [
        {
          about: "Nereye",
          text: "Kendi bölgenden komşu bir bölgeye saldırırsın, deniz geçişleri dahil. Hedefe komşu birkaç bölgenden birlikte de saldırabilirsin; toplam en çok {max_units} asker. Geride asker bırakmak zorunda değilsin.",
        },
        {
          about: "Kazanma şansı",
          text: "Saldıranın gücü ÷ (saldıranın gücü + savunanın gücü). 6 güçle 4 güce saldırmak %60 demektir. Savunanın gücü askerleri, çiti ya da suru ve köyüyle birlikte hesaplanır.",
        },
        {
          about: "Sonuç",
          text: "Şansı görür ve onaylarsın. Sunucu 1 ile 100 arasında bir sayı çeker; sayı yüzdeyi aşmazsa kazanırsın. Bunu masadaki herkes ibrede izler.",
        },
        {
          about: "Kayıplar",
          text: "Kaybeden, savaşa giren bütün askerlerini yitirir. Kazanan da karşısındakinin gücüyle orantılı kayıp verir; en ucuz askerlerden başlanır. Kazanan saldıranın en az bir askeri sağ kalır.",
        },
        {
          about: "Boş bölge",
          text: "Askeri, çiti, suru ve köyü olmayan bölgeye savaşsız ve kayıpsız girilir.",
        },
        {
          about: "Bir turda bir iş",
          text: "Her asker turda bir kez saldırır ya da taşınır. Fetheden askerler o tur yeniden saldıramaz; zincirleme ilerleme yoktur.",
        },
      ],
    },
    conquest: {
      title: "Fetihten sonra",
      rules: [
        {
          about: "Yerleşme",
          text: "Sağ kalan saldıranlar yeni bölgeye geçer.",
        },
        {
          about: "Köy",
          text: "Köy sana geçer ama yağmalanmıştır: senin bir sonraki zarın geçene kadar üretimi ikiye katlamaz. Savunmaya katkısı sürer, orada asker de eğitilir.",
        },
        {
          about: "Çit ve sur",
          text: "Bir kademe düşer: sur çit olur, çit yok olur. Saldırı başarısızsa yapılara bir şey olmaz.",
        },
        {
          about: "Yağma",
          text: "Bölgeyi aldığın oyuncunun elinden rastgele bir kaynak sana geçer. Tarafsızdan yağma olmaz.",
        },
      ],
    },
    shipment: {
      title: "Sevkiyat",
      rules: [
        {
          about: "Taşıma",
          text: "Askerlerini, birbirine bağlı kendi bölgelerinden geçerek istediğin uzaklığa tek hamlede taşırsın. Başkasının ya da tarafsızın bölgesi yolu keser, müttefikinki de.",
        },
        {
          about: "Sonrası",
          text: "Taşınan asker o tur saldıramaz. Hedefte {max_units} asker sınırı aşılacaksa sevkiyat yapılamaz.",
        },
      ],
    },
    trade: {
      title: "Ticaret",
      rules: [
        {
          about: "Banka",
          text: "Kendi turunda her zaman {rate} aynı kaynağa karşılık istediğin bir kaynağı alırsın.",
        },
        {
          about: "Pazar",
          text: "Kendi turunda herkese ya da tek bir oyuncuya takas önerirsin. Ötekiler sıra beklemeden kabul eder ya da geri çevirir; ilk kabul eden takası yapar. Karşılıksız armağan ve aynı kaynağın takası olmaz.",
        },
        {
          about: "Sınır",
          text: "Aynı anda en çok {offers} açık önerin olur; turun bitince hepsi silinir.",
        },
      ],
    },
    alliance: {
      title: "İttifak",
      rules: [
        {
          about: "Kurmak",
          text: "Kendi turunda bir oyuncuya ittifak önerirsin; öneri bir sonraki turun başlayana kadar geçerlidir ve sıra beklemeden yanıtlanır. İki oyuncu birbirine önerirse ittifak hemen kurulur.",
        },
        {
          about: "Anlamı",
          text: "Müttefikler birbirine saldıramaz. Başka bir şey değişmez: yol, kaynak ve zafer ortak değildir. İttifakın süresi yoktur.",
        },
        {
          about: "Bozmak",
          text: "Kendi turunda tek başına bozabilirsin. Bedeli senin seçeceğin {betrayal} kaynaktır ve ihanete uğrayana gider. Ardından hemen saldırabilirsin.",
        },
      ],
    },
    leaving: {
      title: "Elenme ve teslim",
      rules: [
        {
          about: "Elenme",
          text: "Son bölgesini yitiren elenir; elindeki her şey son bölgesini alana geçer. Elenen oyunu izlemeye ve sohbete yazmaya devam edebilir.",
        },
        {
          about: "Teslim",
          text: "İstediğin an, yalnız kendi adına teslim olabilirsin. Bölgelerin tarafsız kalır, askerlerin orada savunmayı sürdürür, kaynakların bankaya döner.",
        },
      ],
    },
    away: {
      title: "Oda, bağlantı ve botlar",
      rules: [
        {
          about: "Oda",
          text: "Odaya kod ya da bağlantıyla girilir. Oyun başladıktan sonra yeni oyuncu katılamaz; sahibi çıkarsa oda başka bir oyuncuya geçer.",
        },
        {
          about: "Kopunca",
          text: "Aynı adresle geri dönebilirsin. Kopan oyuncunun {takeover} turu beklenir, sonra yerine bot oynar. Döndüğün anda yönetim yine sendedir.",
        },
        {
          about: "Botlar",
          text: "Tek bir düzeydedirler: ortadan zora. Her öneriyi hemen yanıtlarlar, kendileri öneride bulunmazlar.",
        },
        {
          about: "Herkes giderse",
          text: "Odada kimse kalmazsa oyun 10 dakika sonra silinir.",
        },
        {
          about: "Sohbet",
          text: "Bir mesaj en çok 200 karakterdir; 10 saniyede en çok 5 mesaj yazılır.",
        },
      ],
    },
    board: {
      title: "Tahtayı kullanmak",
      rules: [
        {
          about: "Gezinmek",
          text: "Sürükleyerek kaydır; tekerlekle, iki parmakla ya da + ve − düğmeleriyle yakınlaştır. ◎ kendi bölgelerini gösterir. Klavyede ok tuşları bölgeden bölgeye gider, Enter seçer, Esc kapatır.",
        },
        {
          about: "İşaretler",
          text: "Para biçimli rozet asker sayısıdır, küçük ev köy; çit ile surun kale simgeleri ayrıdır. Çerçeve ve desen bölgenin sahibini söyler.",
        },
        {
          about: "Kesik çizgi",
          text: "Seçebileceğin ya da saldırabileceğin bölgeleri çevreler. 🗺️ düğmesi kıta sınırlarını da böyle gösterir ya da gizler.",
        },
        {
          about: "Oklar",
          text: "Kıyıdaki ok karşı limana bakar; dokununca deniz yolunu gösterir.",
        },
      ],
    },
  },
  guide: {
    lead: "Kesin reçete yok: harita her oyunda değişir, zar da bildiğini okur. Ama şunlar çoğu zaman işe yarar.",
    advice: {
      choose: {
        about: "Başlangıçta sık gelen sayıları seç",
        text: "6 ve 8 otuz altı atışta beşer kez gelir, 2 ve 12 birer kez. İki bölgenin kaynakları farklı olsun; yiyecek piyade, köy ve süvari için gerekir. Küçük bir kıtanın içi ya da az girişli bir köşe, ortadaki kalabalıktan iyidir.",
      },
      begin: {
        about: "İlk turlarda tarafsızları topla",
        text: "Tarafsızda tek piyade bekler: iki piyade %67, üç piyade %75 şansla girer. Her yeni bölge geliri artırır. Önce genişle, arada iyi sayıların üstüne köy kur.",
      },
      hand: {
        about: "Elini boş tut",
        text: "7, altı atışta bir gelir ve elinde {hand_limit} kaynaktan fazlası varsa yarısını götürür. Turunu bitirmeden harca; işine yaramayanı bankada {rate} kaynağa 1 değiştir ya da pazara çıkar.",
      },
      attack: {
        about: "Yığ, sonra vur",
        text: "Kaybeden bütün askerini yitirir; kazanan ne kadar üstünse gücünün o kadar küçük bir bölümünü verir. Yarı yarıya giden iki saldırı yerine komşu bölgelerinin gücünü birleştirip tek saldırı yap. %70'in altına ancak iyi bir nedenle in.",
      },
      hold: {
        about: "Sınırı tut, içeriyi boşalt",
        text: "Düşmana komşu olmayan bölgede bekleyen asker boşa durur: sevk et. Sınırda {fence} güç veren çit, fiyatına göre en ucuz savunmadır ve asker istemez. Saldırıdan sonra boşalttığın bölgeyi kimin alabileceğine bak.",
      },
      age: {
        about: "Barut Çağı'nı geciktirme",
        text: "Bir bölgeye yalnız {max_units} asker sığar: yer kıymetlidir, güçlü asker onu iyi kullanır. Üstelik kayıp en ucuz askerden başlar ve payına düşen güç bir askere yetmiyorsa o asker ölmez; zayıf hedefe yalnız tankla giden çoğu kez kayıp vermez. Botların kendi aralarındaki denemelerde kazananların neredeyse hepsi Barut Çağı'ndaydı, kaybedenlerin yarıdan azı.",
      },
      continents: {
        about: "Puanları önceden say",
        text: "Kıta puanlarını topla: Asya, orta boy bir kıta ve küçük bir kıta yeter; Asya olmadan üç orta boy kıta gerekir. Denemelerde kazananların dörtte üçü Asya'yı da tutuyordu; ama Asya büyüktür, korumak asker ister. Okyanusya'nın tek girişi vardır: az puan, kolay savunma.",
      },
      others: {
        about: "Ötekileri izle",
        text: "Biri {points} puana ulaşınca uyarı çıkar: bir tek bölgesini almak bile zaferi bozar, o yüzden her tur kırabileceğin bir kıta bilinmeli. İttifak bir sınırını rahatlatır; ama {betrayal} kaynağı olan onu her an bozabilir.",
      },
    },
    source: "Denemeler: 120 oyun, 2, 4 ve 5 botla. İnsanlar botlardan başka oynar; sayıları öğüt diye al, söz diye değil.",
  },
};
