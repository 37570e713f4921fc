/* What came of the trades and alliances that concern one reader, from what was told. */

import type { Told, ToldEvent } from "../../../wire/messages";

/** The last swap of this turn in which the reader had a part, or null. */
export function lastDeal(story: readonly Told[], you: number | null): ToldEvent | null {
  if (you === null) return null;
  for (let at = story.length - 1; at >= 0; at -= 1) {
    const { told } = story[at]!;
    for (const event of [...told].reverse()) {
      if (event.type === "TurnStarted") return null;
      if (event.type === "BankTraded" && event.seat === you) return event;
      if (event.type === "TradeCompleted" && (event.from === you || event.by === you)) return event;
    }
  }
  return null;
}

export interface Tidings {
  readonly key: string;
  readonly event: ToldEvent;
}

/** What others did since a moment that a reader has waited for, or has to know: answers, betrayals, one's return. */
export function tidings(story: readonly Told[], you: number | null, since: number): readonly Tidings[] {
  if (you === null) return [];
  const recent = story.slice(story.findLastIndex(({ at }) => at < since) + 1);
  return recent.flatMap(({ number, told }) =>
    told.flatMap((event, place) => (isTidings(event, you) ? [{ key: `${number} ${place}`, event }] : [])),
  );
}

function isTidings(event: ToldEvent, you: number): boolean {
  switch (event.type) {
    case "TradeCompleted":
    case "AllianceDeclined":
      return event.from === you;
    case "AllianceFormed":
      return Array.isArray(event.seats) && event.seats.includes(you);
    case "AllianceBroken":
      return event.other === you;
    case "SeatReconnected":
      return event.seat === you && event.took_back === true;
    default:
      return false;
  }
}
