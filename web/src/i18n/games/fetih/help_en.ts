/* Fetih: tutorial, and the frame of the rules; what the rules say stands in rules_en.ts. */

export const HELP_EN = {
  "fetih.help.back": "Back to the game",
  "fetih.help.open": "Rules",

  "fetih.lesson.title": "How to play",
  "fetih.lesson.place": "Card {card} of {cards}",
  "fetih.lesson.skip": "Skip tutorial",
  "fetih.lesson.next": "Next",
  "fetih.lesson.previous": "Back",
  "fetih.lesson.done": "Got it",
  "fetih.lesson.goal.title": "Win continents",
  "fetih.lesson.goal.text":
    "Own whole continents worth {points} points and hold them until your next turn: you win! First choose two start regions: click a tile with a dashed outline and confirm within {pick} seconds.",
  "fetih.lesson.roll.title": "Roll the dice",
  "fetih.lesson.roll.text":
    "Begin each turn with “{roll}”. Whoever rolls, every region with that number gives its owner {region} resources, or {village} with a village. A 7 is ill-fated: nothing grows, and whoever holds more than {limit} resources loses half.",
  "fetih.lesson.build.title": "Grow strong",
  "fetih.lesson.build.text":
    "Click a region of yours to train soldiers or to build a village, a fence or a wall. Soldiers are trained where a village stands, and they can fight at once.",
  "fetih.lesson.attack.title": "Attack!",
  "fetih.lesson.attack.text":
    "Click a neighbour with a dashed outline, choose your soldiers, look at the chance and confirm. The whole turn has {turn} seconds: when you are done, press “{end}”. The ? button has all the rules.",

  "fetih.rules.title": "Rules of the game",
  "fetih.rules.contents": "Contents",
  "fetih.rules.guide": "Strategy guide",
  "fetih.rules.guide.lead": "In a hurry? The strategy guide is one page:",
  "fetih.rules.to_rules": "All the rules",
  "fetih.rules.clock": "The game's clock goes on meanwhile.",
  "fetih.rules.loading": "Opening the book…",
  "fetih.rules.unreadable": "The rules could not be loaded. Please close this and try again.",
  "fetih.rules.units": "Soldiers, their strength and price",
  "fetih.rules.unit": "Soldier",
  "fetih.rules.age": "Age",
  "fetih.rules.strength": "Strength",
  "fetih.rules.price": "Price",
  "fetih.rules.structures": "What can be built",
  "fetih.rules.structure": "Building",
  "fetih.rules.defence": "Defence",
  "fetih.rules.continents": "Continents and their points",
  "fetih.rules.continent": "Continent",
  "fetih.rules.regions": "Regions",
  "fetih.rules.points": "Points and bonus",
  "fetih.rules.numbers": "How often each number falls in 36 rolls",
  "fetih.rules.number": "Number",
  "fetih.rules.times": "Times",
} as const;
