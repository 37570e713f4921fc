/* Texts of the pages around the games, ads, cookies. */

export const PAGES_EN = {
  "pages.foot": "About this site",
  "pages.privacy": "Privacy",
  "pages.about": "About",
  "pages.contact": "Contact",

  "ad.label": "Ad",
  "ad.close": "Close the ad",
  "ad.close_in": { one: "Can be closed in {count} second", other: "Can be closed in {count} seconds" },

  "cookies.title": "Cookies",
  "cookies.ask": "One cookie keeps you signed in. May ads, once there are any, be chosen to suit you?",
  "cookies.accept": "Accept",
  "cookies.refuse": "Refuse",

  "home.others": "Other games",
  "home.play_which": "Play against bots: {game}",
  "home.play_hint": {
    one: "You and {count} bot. No account needed.",
    other: "You and {count} bots. No account needed.",
  },
  "home.hero.fetih.title": "Conquer the world",
  "home.hero.fetih.lead":
    "Fetih: 50 regions, 2 to 5 players. Gather resources, raise armies, bargain, make alliances and break them; " +
    "who holds the continents wins.",

  "enter.title": "Welcome",
  "enter.lead": "An account keeps your name for you. To play you need none: a guest can do all the same.",
  "enter.as_guest": "Go on as a guest",
  "enter.guest_hint": "You get a name such as Guest0427. It is forgotten 2 days after you were last here.",
  "enter.go_on": "Go on",
  "enter.no_reset": "There is no way to reset a password: who forgets it cannot get into the account again.",
  "enter.mode": "What do you want to do?",
  "enter.guest_leaves":
    "Signing out ends the guest {name} for good: with it goes the seat in games that are under way.",
  "enter.leave_guest": "Stop being this guest",

  "erase.account": "Delete my account",
  "erase.guest": "Delete all of this guest",
  "erase.title": "Delete {name} for good?",
  "erase.account_goes":
    "What goes: the name, the password, every sign-in on every device, your places in rooms, and all that you wrote " +
    "in chats. In games under way a bot plays on for you.",
  "erase.guest_goes":
    "What goes: the guest's name, your places in rooms, and all that you wrote in chats. In games under way a bot " +
    "plays on for you.",
  "erase.stays":
    "What stays: the moves of your games. Where your name stood it says “Former player”. Anybody may take the name " +
    "afterwards. This cannot be taken back.",
  "erase.password": "Your password once more",
  "erase.yes": "Delete for good",
  "erase.done": "Everything is deleted. You are a stranger here again.",

  "late.title": "The game has already started.",
  "late.why": "Nobody can join any more, but you may watch.",
  "late.watch": "Watch",

  "waiting.join": "Join the game",
  "waiting.full": "The room is full. Stay here to watch the game once it starts.",
  "waiting.handed_to_you": "The room is yours now: its owner has left.",
  "waiting.handed_to": "The room has a new owner: {name}",

  "end.title": "The game is over",
  "end.look": "Look at the board",
  "end.show": "Result",
  "end.ranking": "Ranking",

  "privacy.lead":
    "Divan keeps little, and this page says what. The page loads nothing from other sites: no statistics, " +
    "no ad network, no fonts or pictures of others.",
  "privacy.cookie.title": "The cookie",
  "privacy.cookie":
    "There is one, divan_session. By it the server knows you again after a reload; you cannot play without it. " +
    "It ends 30 days after you were last here, a guest's after 2 days, and at once when you sign out.",
  "privacy.browser.title": "What your browser remembers",
  "privacy.browser.language": "the language you chose",
  "privacy.browser.session": "that you were signed in (not as whom)",
  "privacy.browser.seeds": "for each room in which you sat, the number that you put into its dice",
  "privacy.browser.heads": "for each room, the newest fingerprint of its log that it was given, so that you notice if a game is changed afterwards",
  "privacy.browser.game": "which game you looked at last, so that it opens sooner",
  "privacy.browser.taught": "that you have seen a game's tutorial",
  "privacy.browser.cookies": "your answer about cookies",
  "privacy.browser.where":
    "All this lies in your browser's local storage until you clear it there. Of it only the number for the dice is " +
    "sent, to this server, so that everybody can check the game afterwards.",
  "privacy.server.title": "What the server keeps",
  "privacy.server.account":
    "Of an account: its name and a salted hash of its password. No e-mail address, no real name. " +
    "It stays until you delete it, or whoever runs this site does.",
  "privacy.server.session": "Of a session: a hash of its token and when it was last used; 30 days, a guest's 2 days.",
  "privacy.server.attempts": "Failed attempts to sign in are counted by name for 15 minutes.",
  "privacy.server.chat":
    "Of the chat: the last 200 messages of a room, each for 7 days. When a room is deleted, its chat goes at once.",
  "privacy.server.log":
    "Of a game: every move, for good, so that it can be watched again and studied. It names seats, no persons. " +
    "Which account sat where is noted beside it under a random number.",
  "privacy.server.address":
    "Your network address is used, while you are connected, to hold floods back; Divan does not store it. " +
    "What a server in front of it writes down is known only to whoever runs this site.",
  "privacy.erase.title": "Deleting what there is of you",
  "privacy.erase.how":
    "Touch your name at the top of the page, then “Delete my account”. The name, the password, every sign-in and all " +
    "that you wrote in chats are removed at once. As a guest you find the same there.",
  "privacy.erase.stays":
    "The games stay, move by move, so that the others can watch them again and check the dice; for you it says " +
    "“Former player”. The random number of your seat leads to nobody any more.",
  "privacy.erase.backups":
    "Backups of the server keep what stood in them until they are deleted by their age, after 90 days at most. If one " +
    "is put back, what you deleted is deleted again.",
  "privacy.others.title": "What others see",
  "privacy.others":
    "Who is in a room with you sees your name, whether you are connected, what you write and what the rules of the " +
    "game show. Who has a game's link may watch it.",
  "privacy.ads.title": "Ads",
  "privacy.ads":
    "The boxes marked “Ad” are empty: no ad network is connected, and no request goes to one. If one is connected " +
    "some day, it may show ads chosen for you only if you have accepted; without an answer none are.",
  "privacy.answer": "Your answer",
  "privacy.answer.accepted": "Accepted: ads may be chosen for you.",
  "privacy.answer.refused": "Refused: ads are not chosen for you.",
  "privacy.answer.none": "No answer yet: ads are not chosen for you.",

  "about.divan":
    "Divan is a place for turn-based games with friends and bots. It runs in the browser of a phone, a tablet or a " +
    "computer; nothing is installed, and who wants to play needs neither an account nor an e-mail address.",
  "about.fetih.title": "Fetih",
  "about.fetih":
    "Fetih is a game of conquest for 2 to 5 players on a world of 50 regions. The dice say which regions bring wood, " +
    "stone, food and gold; with these you build villages and walls, train soldiers and reach the age of gunpowder. " +
    "The rest is yours to settle: with soldiers, by trade, or with allies.",
  "about.rooms.title": "How one plays",
  "about.rooms":
    "“Play against bots” starts a game at once. Or open a room and send its link or its code of 6 characters to your " +
    "friends; free seats can be taken by bots. Who loses the connection finds the seat again by the same link.",
  "about.fair.title": "Fair dice",
  "about.fair":
    "Nobody chooses the dice, the server neither: it commits itself to a secret beforehand, your browser adds a number " +
    "of its own, and every throw follows from both. After the game the secret is shown and all of it can be checked.",
  "about.check": "Check a game",

  "contact.lead": "Questions, complaints, or an account that should be removed: write to whoever runs this site.",
  "contact.address": "Contact",
  "contact.none": "Whoever runs this site has not named an address at which they can be reached.",
  "contact.in_game":
    "Trouble in a game? The owner of a room can remove people from it before the start and mute them at any time.",
} as const;
