/* What the people and bots at a table are called. */

import { botName, readable } from "../forms/words";
import { list, number, sentence, t } from "../i18n/speak.svelte";
import type { Result, Room, Seat } from "../wire/messages";

export function seatName(room: Room, seat: number): string {
  const one = room.seats.find((candidate) => candidate.seat === seat);
  if (one?.name) return one.name;
  if (one?.bot) {
    const { bot } = one;
    return amongTwins(room, one, t("seat.bot", { kind: botName(room.game, bot) }), (other) => other.bot === bot);
  }
  if (one !== undefined && isFormer(one)) return amongTwins(room, one, t("seat.former"), isFormer);
  return t("seat.number", { number: seat + 1 });
}

/** A person whose account or guest is no more has an empty name; one who is hidden has none. */
function isFormer(seat: Seat): boolean {
  return seat.player === "person" && seat.name === "";
}

/** The name with a number where several are called so. */
function amongTwins(room: Room, one: Seat, name: string, isTwin: (other: Seat) => boolean): string {
  const twins = room.seats.filter(isTwin);
  return twins.length > 1 ? `${name} ${number(twins.indexOf(one) + 1)}` : name;
}

export function winnersOf(result: Result): readonly number[] {
  return result.seats.flatMap(({ outcome }, seat) => (outcome === "won" ? [seat] : []));
}

/** How the game ended, for whom it is told to. */
export function outcomeOf(room: Room, result: Result): string {
  if (result.seats.length === 0) return t("result.closed");
  const mine = room.seat === null ? undefined : result.seats[room.seat];
  if (mine !== undefined) return t(`result.${mine.outcome}`);
  const winners = winnersOf(result);
  return winners.length > 0 ? t("result.winner", { name: seatNames(room, winners) }) : t("result.drew");
}

/** Why the game ended. */
export function reasonOf(room: Room, result: Result): string {
  const { reason } = result;
  return sentence(`${room.game}.ending.${reason}`) ?? sentence(`ending.${reason}`) ?? readable(reason);
}

export function seatNames(room: Room, seats: readonly number[]): string {
  return list(seats.map((seat) => seatName(room, seat)));
}
