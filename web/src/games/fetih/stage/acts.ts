/* What of the told events is shown on the table, and how much it matters. */

import type { ToldEvent } from "../../../wire/messages";
import { type Force, type Goods, type RegionId, type Resource, RESOURCES } from "../tables";
import type { Face } from "./dice";
import { isFace } from "./dice";

export interface Loss {
  readonly seat: number;
  readonly count: number;
}

export interface Dice {
  readonly kind: "dice";
  readonly seat: number;
  readonly dice: readonly [Face, Face];
  readonly total: number;
  /** The regions that produced. */
  readonly regions: readonly RegionId[];
  /** Who lost how many on a 7. */
  readonly lost: readonly Loss[];
  /** What the roll brought to the one who looks. */
  readonly mine: Goods;
  /** What it took from them. */
  readonly mineLost: Goods;
  readonly short: readonly Resource[];
}

export interface Battle {
  readonly kind: "battle";
  readonly attacker: number;
  readonly defender: number | null;
  readonly region: RegionId;
  readonly attack: number;
  readonly defence: number;
  readonly chance: number;
  readonly roll: number;
  readonly won: boolean;
  readonly attackerLosses: Force;
  readonly defenderLosses: Force;
}

/** A plain sentence. The event is worded by the catalogue. */
export interface News {
  readonly kind: "news";
  readonly tone: "plain" | "good" | "bad" | "warning";
  readonly event: ToldEvent;
}

/** One's own turn begins. */
export interface Yours {
  readonly kind: "yours";
}

export type Act = (Dice | Battle | News | Yours) & {
  /** 1: can be left out when much happens; 3: must be seen. */
  readonly weight: 1 | 2 | 3;
};

/** The events of one command, as acts; `you` is the seat that looks on, null for watchers. */
export function actsOf(told: readonly ToldEvent[], you: number | null): readonly Act[] {
  return told.flatMap((event): readonly Act[] => {
    switch (event.type) {
      case "DiceRolled":
        return dice(event, told, you);
      case "BattleFought":
        return [battle(event, you)];
      default:
        return other(event, you);
    }
  });
}

function dice(event: ToldEvent, told: readonly ToldEvent[], you: number | null): readonly Act[] {
  const [one, two] = event.dice as readonly unknown[];
  if (!isFace(one) || !isFace(two)) return [];
  const of = (type: string) => told.filter((other) => other.type === type);
  const mine = (type: string) => of(type).filter(({ seat }) => you !== null && seat === you);
  const paid = [
    ...mine("ResourcesProduced").map(({ resources }) => resources as Goods),
    ...mine("ContinentBonusPaid").map(({ resource, amount }): Goods => ({ [resource as Resource]: amount as number })),
  ];
  return [
    {
      kind: "dice",
      seat: event.seat as number,
      dice: [one, two],
      total: event.total as number,
      regions: of("ResourcesProduced").flatMap(({ regions }) => regions as readonly RegionId[]),
      lost: of("ResourcesDiscarded").map(({ seat, count }) => ({ seat: seat as number, count: count as number })),
      mine: sum(paid),
      mineLost: sum(mine("ResourcesDiscarded").map(({ resources }) => resources as Goods)),
      short: of("BankShort").map(({ resource }) => resource as Resource),
      weight: event.seat === you || of("ResourcesDiscarded").length > 0 ? 3 : 2,
    },
  ];
}

function sum(all: readonly Goods[]): Goods {
  return Object.fromEntries(
    RESOURCES.flatMap((resource) => {
      const count = all.reduce((so_far, goods) => so_far + (goods[resource] ?? 0), 0);
      return count > 0 ? [[resource, count]] : [];
    }),
  );
}

function battle(event: ToldEvent, you: number | null): Act {
  const attacker = event.attacker as number;
  const defender = event.defender as number | null;
  return {
    kind: "battle",
    attacker,
    defender,
    region: event.region as RegionId,
    attack: event.attack as number,
    defence: event.defence as number,
    chance: event.chance as number,
    roll: event.roll as number,
    won: event.won as boolean,
    attackerLosses: event.attacker_losses as Force,
    defenderLosses: event.defender_losses as Force,
    weight: you !== null && (attacker === you || defender === you) ? 3 : defender === null ? 1 : 2,
  };
}

function other(event: ToldEvent, you: number | null): readonly Act[] {
  const isMine = you !== null && event.seat === you;
  const news = (tone: News["tone"], weight: Act["weight"]): readonly Act[] => [{ kind: "news", tone, event, weight }];
  switch (event.type) {
    case "TurnStarted":
      return isMine ? [{ kind: "yours", weight: 3 }] : [];
    case "RegionPicked":
      return isMine && event.auto !== true ? [] : news("plain", 1);
    case "RegionEntered":
      return news("plain", event.previous === you && you !== null ? 3 : 1);
    case "ResourcePlundered":
      // To others it is worth no more than a line of the story.
      return isMine ? news("good", 2) : you !== null && event.from === you ? news("bad", 3) : [];
    case "AgeAdvanced":
      return news("plain", 2);
    // What the notices over the board tell somebody, and for longer, is not shown to them here too.
    case "AllianceFormed":
      return you !== null && (event.seats as readonly number[]).includes(you) ? [] : news("good", 2);
    case "AllianceBroken":
      return you !== null && event.other === you ? [] : news("bad", 2);
    case "ContinentClaimMade":
      return news("warning", 3);
    case "ContinentClaimLost":
      return news("plain", 3);
    case "SeatEliminated":
    case "SeatResigned":
      return news("bad", 3);
    case "BotTookOver":
      return news("plain", 2);
    case "SeatReconnected":
      return event.took_back !== true || isMine ? [] : news("plain", 2);
    case "GameWon":
      return news("good", 3);
    default:
      return [];
  }
}
