/* Fetih: players, trade, alliances. */

export const PEOPLE_EN = {
  "fetih.people.title": "Players",
  "fetih.people.menu": "Menu",
  "fetih.people.trade": "Bank and market",
  "fetih.people.new_offer": "An offer waits for your answer",
  "fetih.people.tab.people": "Players",
  "fetih.people.tab.trade": "Trade",
  "fetih.people.tab.talk": "Chat",
  "fetih.people.tab.story": "Events",
} as const;
