/* The rules and the strategy guide of Fetih in English. */

import type { Book } from "./rules";

export const RULES_EN: Book = {
  rules: {
    goal: {
      title: "How to win",
      rules: [
        {
          about: "Continents",
          text: "When the continents that are wholly yours are worth {points} points or more together, everybody is told. Keep it up until your next turn begins, and you win. It does not matter which continents they are: only the sum counts.",
        },
        {
          about: "Last one standing",
          text: "When all the others have been eliminated or have resigned, you win at once.",
        },
        {
          about: "The rhythm",
          text: "Every turn runs alike: earn resources, spend them, train soldiers, attack. There is no limit of rounds; a game goes on until somebody wins, and not even the room's owner can end it.",
        },
        {
          about: "Players",
          text: "{seats_from} to {seats_to} play; bots can take the empty places. Each player has a colour and a pattern: blue with diagonal stripes, purple with dots, turquoise with horizontal lines, pink with checks, white with vertical lines. Neutral soldiers are dark grey.",
        },
      ],
    },
    map: {
      title: "Map and continents",
      rules: [
        {
          about: "Regions",
          text: "The world has {regions} regions, each of them one hexagonal tile. All are in play, however many play.",
        },
        {
          about: "Neighbours",
          text: "Tiles that touch are neighbours. So are the two ends of a sea passage: {passages}.",
        },
        {
          about: "Terrain",
          text: "A tile's colour tells its resource: green forest gives wood, grey mines give stone, red fields give food, yellow hills give gold.",
        },
        {
          about: "Number token",
          text: "Each region bears a dice number from 2 to 12, but never 7; each number is on exactly {per_number} regions. Resources and numbers are shuffled anew for every game. The most frequent ones, 6 and 8, are red.",
        },
      ],
    },
    start: {
      title: "The start",
      rules: [
        {
          about: "Who chooses when",
          text: "The turn order is drawn. Regions are chosen one at a time, from the first player to the last and then back again, so that each has two; the last chooses twice running.",
        },
        {
          about: "What you get",
          text: "Each region that you choose comes with a free village and {start_infantry} infantry.",
        },
        {
          about: "Keep your distance",
          text: "A neighbour of another player's region cannot be chosen; those that can have a dashed outline. Should none be left, this rule is lifted for that choice.",
        },
        {
          about: "Time",
          text: "There are {pick} seconds for each choice. After that the choice is drawn for you.",
        },
        {
          about: "First resources",
          text: "Everybody gets {start_pack}, and {second_yield} of what the second region makes. Those later in the order get {compensation} more for each player before them, stone and gold in turns.",
        },
        {
          about: "All other regions",
          text: "Regions that nobody chose are neutral, with {neutral_infantry} infantry inside. Neutrals never attack; they only defend.",
        },
        {
          about: "First round",
          text: "In the first round players cannot attack each other; neutral regions they can.",
        },
      ],
    },
    turn: {
      title: "A turn",
      rules: [
        {
          about: "The dice first",
          text: "Your turn begins with the dice; nothing else can be done before.",
        },
        {
          about: "Then you are free",
          text: "Build, train, advance to the next age, trade, ship, attack, make alliances: in any order, as often as you like. Then end your turn.",
        },
        {
          about: "Time",
          text: "The whole turn has {turn} seconds, and no window stops the clock. When they are over the turn passes on; if you have not rolled, that is done for you first.",
        },
      ],
    },
    production: {
      title: "Resources",
      rules: [
        {
          about: "Production",
          text: "Every region with the total of the two dice gives its owner {yield} of its resource, or {village_yield} if a village stands there, whoever rolled. Neutral regions produce nothing.",
        },
        {
          about: "Continent bonus",
          text: "For each continent that is wholly yours, your own roll brings you as many resources as the continent has points, of the kind that most of its regions make.",
        },
        {
          about: "The ill-fated 7",
          text: "On a 7 there is neither production nor bonus. Everybody with more than {hand_limit} resources in hand loses half of them (rounded down, drawn at random) to the bank.",
        },
        {
          about: "The bank",
          text: "There are only {bank} of each resource; what is spent goes back. If the bank cannot pay everybody who is due some resource: one alone gets what is left, several get none of it.",
        },
        {
          about: "Secret hands",
          text: "All see how many resources somebody holds; which ones, only the owner.",
        },
      ],
    },
    buildings: {
      title: "Village, fence and wall",
      rules: [
        {
          about: "Village",
          text: "It doubles what the region makes, adds {village} to its defence and lets you train soldiers there. A region has one village at most. Without villages you play on, and can build a new one.",
        },
        {
          about: "Wooden fence",
          text: "It adds {fence} to the defence.",
        },
        {
          about: "Stone wall",
          text: "It takes the fence's place and adds {wall} instead. A fence must stand there first.",
        },
        {
          about: "Empty fortress",
          text: "Fence and wall resist without soldiers too, and building needs no soldiers in the region.",
        },
      ],
    },
    soldiers: {
      title: "Soldiers and ages",
      rules: [
        {
          about: "Training",
          text: "Soldiers are trained only in a region of yours with a village, and are ready at once: they may attack or be shipped in the same turn.",
        },
        {
          about: "Limit",
          text: "A region holds at most {max_units} soldiers of all kinds together.",
        },
        {
          about: "Strength",
          text: "No kind is better against another one; only the total strength counts.",
        },
        {
          about: "Ages",
          text: "All begin in the Sword Age. Who pays {age_cost} advances to the Gunpowder Age and can train musketeers and tanks as well. Each player advances alone.",
        },
      ],
    },
    battle: {
      title: "Battle",
      rules: [
        {
          about: "Where to",
          text: "You attack a neighbour of a region of yours, across the sea as well. Several of your regions beside the target can attack together, {max_units} soldiers at most. Nobody has to stay behind.",
        },
        {
          about: "The chance",
          text: "Attackers' strength ÷ (attackers' strength + defenders' strength). 6 against 4 makes 60%. The defence is the strength of the soldiers plus fence or wall plus village.",
        },
        {
          about: "The outcome",
          text: "You see the chance and confirm. The server draws a number from 1 to 100; if it is not above the percentage, you win. The whole table watches the needle.",
        },
        {
          about: "Losses",
          text: "The loser loses all soldiers that fought. The winner loses some too, in proportion to the other side's strength, the cheapest first. One soldier at least of a winning attacker lives.",
        },
        {
          about: "Empty regions",
          text: "A region without soldiers, fence, wall and village is entered without a battle and without losses.",
        },
        {
          about: "One deed a turn",
          text: "Each soldier attacks or is shipped once a turn. Those who conquered cannot attack again in that turn, so nobody sweeps on and on.",
        },
      ],
    },
    conquest: {
      title: "After a conquest",
      rules: [
        {
          about: "Moving in",
          text: "The attackers who live move into the new region.",
        },
        {
          about: "Village",
          text: "It is yours, but plundered: until your next roll is over it does not double what the region makes. It still defends, and soldiers can be trained there.",
        },
        {
          about: "Fence and wall",
          text: "They lose a step: a wall becomes a fence, a fence is gone. An attack that fails harms no building.",
        },
        {
          about: "Plunder",
          text: "You take one resource at random from the hand of the player who lost the region. Neutral regions have none.",
        },
      ],
    },
    shipment: {
      title: "Shipments",
      rules: [
        {
          about: "On the way",
          text: "Soldiers go in one step as far as you like, through regions of yours that are connected. Regions of others and neutral ones cut the way, an ally's too.",
        },
        {
          about: "After it",
          text: "Who was shipped cannot attack in that turn. Nothing moves where the destination would hold more than {max_units} soldiers.",
        },
      ],
    },
    trade: {
      title: "Trade",
      rules: [
        {
          about: "The bank",
          text: "On your turn it always gives you one resource of your choice for {rate} of one kind.",
        },
        {
          about: "The market",
          text: "On your turn you offer a swap to all or to one player. They accept or decline without waiting for their turn; the first who accepts makes the swap. There are no gifts, and no swaps of a kind for itself.",
        },
        {
          about: "Limit",
          text: "You can have {offers} open offers at a time; when your turn ends, all of them are gone.",
        },
      ],
    },
    alliance: {
      title: "Alliances",
      rules: [
        {
          about: "Making one",
          text: "On your turn you offer an alliance to a player; the offer stands until your next turn begins and is answered at any time. If two offer it to each other, it is made at once.",
        },
        {
          about: "What it means",
          text: "Allies cannot attack each other. Nothing else changes: ways, resources and victory are not shared. An alliance has no term.",
        },
        {
          about: "Breaking it",
          text: "On your turn you can break it alone. The price is {betrayal} resources of your choice, and the one betrayed gets them. You may attack right after.",
        },
      ],
    },
    leaving: {
      title: "Out of play",
      rules: [
        {
          about: "Eliminated",
          text: "Who loses the last region is out, and everything in hand goes to the one who took it. Watching and chatting go on.",
        },
        {
          about: "Resigning",
          text: "You can resign at any time, for yourself alone. Your regions become neutral, your soldiers go on defending them, your resources return to the bank.",
        },
      ],
    },
    away: {
      title: "Room, connection and bots",
      rules: [
        {
          about: "The room",
          text: "You enter by code or link. Once the game has started nobody new can join; if the owner leaves, the room passes to another player.",
        },
        {
          about: "Connection lost",
          text: "Come back by the same address. {takeover} turns of the missing player are waited for, then a bot plays instead. As soon as you are back you play yourself again.",
        },
        {
          about: "Bots",
          text: "They have one strength, between medium and hard. They answer every offer at once and make none themselves.",
        },
        {
          about: "When all have gone",
          text: "A game with nobody in its room is deleted after 10 minutes.",
        },
        {
          about: "Chat",
          text: "A message has 200 characters at most, and there are at most 5 messages in 10 seconds.",
        },
      ],
    },
    board: {
      title: "Using the board",
      rules: [
        {
          about: "Getting about",
          text: "Drag to move; zoom with the wheel, two fingers or the + and − buttons. ◎ shows your own regions. On the keyboard the arrows go from region to region, Enter chooses, Escape closes.",
        },
        {
          about: "Signs",
          text: "The coin bears the number of soldiers, the small house is a village; fence and wall have a fortress of their own each. Frame and pattern tell whose a region is.",
        },
        {
          about: "Dashed outlines",
          text: "They mark what you can choose or attack. 🗺️ shows the borders of the continents in the same manner, and hides them again.",
        },
        {
          about: "Arrows",
          text: "An arrow on a coast points to the port across; press it to see the sea passage.",
        },
      ],
    },
  },
  guide: {
    lead: "There is no sure recipe: the map is another one every time, and dice do as they please. But most of the time this helps.",
    advice: {
      choose: {
        about: "Start on numbers that come often",
        text: "In 36 rolls 6 and 8 come five times each, 2 and 12 once. Let your two regions make different resources; food goes into infantry, villages and cavalry. The inside of a small continent or a corner with few ways in is better than the crowd in the middle.",
      },
      begin: {
        about: "Gather neutral regions first",
        text: "One infantry waits in a neutral region: two infantry take it with 67%, three with 75%. Every region raises your income. Grow first, and build villages on good numbers as you go.",
      },
      hand: {
        about: "Do not hoard",
        text: "A 7 comes once in six rolls, and takes half of your hand if it holds more than {hand_limit} resources. Spend before you end your turn; change what you cannot use at the bank, {rate} for 1, or on the market.",
      },
      attack: {
        about: "Gather, then strike",
        text: "The loser loses every soldier; the winner gives up a smaller part of the army the stronger it is. Rather than two even fights, join the strength of several regions for one attack. Go below 70% only with a good reason.",
      },
      hold: {
        about: "Hold the border, empty the inside",
        text: "A soldier in a region without hostile neighbours is idle: ship it. On the border a fence gives {fence} strength, the cheapest defence there is, and needs no soldiers. After an attack look at who could walk into the region that you left.",
      },
      age: {
        about: "Do not put off the Gunpowder Age",
        text: "Only {max_units} soldiers fit into a region: room is precious, and strong soldiers use it well. What is more, losses start with the cheapest, and a soldier whose strength is above what is to be lost lives; tanks alone against a weak target often lose nothing. In trials among bots nearly all winners had reached the Gunpowder Age, and fewer than half of the losers.",
      },
      continents: {
        about: "Count the points beforehand",
        text: "Asia, a middle-sized continent and a small one are enough; without Asia it takes the three middle-sized ones. In the trials three winners in four held Asia as well; but it is large, and holding it takes soldiers. Oceania has one way in: few points, easily defended.",
      },
      others: {
        about: "Watch the others",
        text: "A warning shows when somebody reaches {points} points: taking a single region of a continent breaks it, so know at every turn where you could. An alliance relieves one border; but an ally with {betrayal} resources can break it at any time.",
      },
    },
    source: "Trials: 120 games, among 2, 4 and 5 bots. People play otherwise than bots do; take the figures as advice, not as a promise.",
  },
};
