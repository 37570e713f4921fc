/* Acts in words: on their cards, and for those who hear them. */

import { list, t } from "../../../i18n/speak.svelte";
import { toldBy, wordsOf } from "../../words";
import { total } from "../reading";
import type { Force } from "../tables";
import { counted, term } from "../words";
import type { Act, Battle, Dice } from "./acts";

type NameOf = (seat: number) => string;

/** What a roll brought about, one sentence each. */
export function outcomes(dice: Dice, nameOf: NameOf): readonly string[] {
  if (dice.total === 7) {
    if (dice.lost.length === 0) return [t("fetih.stage.seven_spared")];
    return [t("fetih.stage.seven"), ...dice.lost.map(({ seat, count }) => t("fetih.stage.lost", { name: nameOf(seat), count }))];
  }
  const short = dice.short.length > 0 ? [t("fetih.stage.short", { resources: list(dice.short.map(term)) })] : [];
  return dice.regions.length > 0 ? short : [t("fetih.stage.nothing"), ...short];
}

export function verdict({ won, defender }: Battle): string {
  if (won) return t("fetih.stage.battle_won");
  return t(defender === null ? "fetih.stage.battle_lost_neutral" : "fetih.stage.battle_lost");
}

/** What each side lost, in words. */
export function losses(battle: Battle, nameOf: NameOf): readonly string[] {
  const side = (name: string, lost: Force) =>
    total(lost) === 0 ? t("fetih.stage.no_losses", { name }) : t("fetih.stage.losses", { name, what: counted(lost) });
  return [
    side(nameOf(battle.attacker), battle.attackerLosses),
    side(battle.defender === null ? t("fetih.stage.neutral") : nameOf(battle.defender), battle.defenderLosses),
  ];
}

/** An act as those hear it who do not see it. */
export function said(act: Act, nameOf: NameOf): string {
  switch (act.kind) {
    case "dice":
      return [
        t("fetih.stage.rolled", { name: nameOf(act.seat), one: act.dice[0], two: act.dice[1], total: act.total }),
        ...outcomes(act, nameOf),
        ...(total(act.mine) === 0 ? [] : [t("fetih.stage.gained", { what: counted(act.mine) })]),
      ].join(" ");
    case "battle":
      return [
        t("fetih.stage.battle", { name: nameOf(act.attacker), region: term(act.region) }),
        t("fetih.stage.drawn", { chance: act.chance, roll: act.roll }),
        verdict(act),
        ...losses(act, nameOf),
      ].join(" ");
    case "news":
      return toldBy("fetih", act.event, wordsOf("fetih", nameOf)) ?? "";
    case "yours":
      return t("fetih.stage.yours");
  }
}
