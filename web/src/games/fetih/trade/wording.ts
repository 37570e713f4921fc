/* Goods and terms in the game's own words. */

import { list, number, sentence } from "../../../i18n/speak.svelte";
import { type Goods, RESOURCES } from "../tables";

export function termOf(id: string): string {
  return sentence(`fetih.term.${id}`) ?? id;
}

/** "2 wood and 1 gold" */
export function goodsOf(goods: Goods): string {
  return list(RESOURCES.flatMap((resource) => (goods[resource] ? [`${number(goods[resource])} ${termOf(resource)}`] : [])));
}
