/* Fetih: players, trade, alliances. */

import type { PEOPLE_EN } from "./people_en";
import type { Translated } from "../../messages";

export const PEOPLE_TR: Translated<typeof PEOPLE_EN> = {
  "fetih.people.title": "Oyuncular",
  "fetih.people.menu": "Menü",
  "fetih.people.trade": "Banka ve Pazar",
  "fetih.people.new_offer": "Yanıtını bekleyen bir öneri var",
  "fetih.people.tab.people": "Oyuncular",
  "fetih.people.tab.trade": "Ticaret",
  "fetih.people.tab.talk": "Sohbet",
  "fetih.people.tab.story": "Olaylar",
};
