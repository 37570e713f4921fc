/* The numbers of the rules, from the tables of the game, for the slots of its book. */

import { type Goods, BALANCE, PASSAGES, PLACES, RESOURCES, type RegionId, type Resource } from "../tables";

export interface Wording {
  readonly nameOf: (id: Resource | RegionId) => string;
  readonly number: (value: number) => string;
  readonly list: (items: readonly string[]) => string;
}

/** Dice numbers without the 7. */
export const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12] as const;

export function figures({ nameOf, number, list }: Wording): Readonly<Record<string, string | number>> {
  const inWords = (goods: Goods): string =>
    list(RESOURCES.flatMap((resource) => (goods[resource] ? [`${number(goods[resource])} ${nameOf(resource)}`] : [])));
  return {
    points: BALANCE.victoryPoints,
    seats_from: 2,
    seats_to: 5,
    regions: PLACES.length,
    per_number: PLACES.length / NUMBERS.length,
    passages: list(PASSAGES.map(([one, other]) => `${nameOf(one)} – ${nameOf(other)}`)),
    pick: BALANCE.pickSeconds,
    turn: BALANCE.turnSeconds,
    start_infantry: BALANCE.startInfantry,
    start_pack: inWords(BALANCE.startPack),
    second_yield: BALANCE.secondVillageYield,
    compensation: BALANCE.compensationPerPlace,
    neutral_infantry: BALANCE.neutralInfantry,
    yield: BALANCE.regionYield,
    village_yield: BALANCE.villageYield,
    hand_limit: BALANCE.handLimit,
    bank: BALANCE.bankPerResource,
    village: BALANCE.structureStrength.village,
    fence: BALANCE.structureStrength.fence,
    wall: BALANCE.structureStrength.wall,
    max_units: BALANCE.maxUnits,
    age_cost: inWords(BALANCE.ageCost),
    rate: BALANCE.bankRate,
    offers: BALANCE.maxOpenTrades,
    betrayal: BALANCE.betrayalPrice,
    takeover: BALANCE.botTakeoverTurns,
  };
}
