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

export interface Answer {
  readonly key: string;
  readonly event: ToldEvent;
}

/** The answers to one's own offers since a moment that nothing else on the table shows. */
export function answers(story: readonly Told[], you: number | null, since: number): readonly Answer[] {
  if (you === null) return [];
  const recent = story.slice(story.findLastIndex(({ at }) => at < since) + 1);
  return recent.flatMap(({ number, told }) =>
    told.flatMap((event, place) => (isAnswer(event, you) ? [{ key: `${number} ${place}`, event }] : [])),
  );
}

function isAnswer(event: ToldEvent, you: number): boolean {
  return (event.type === "TradeCompleted" || event.type === "AllianceDeclined") && event.from === you;
}
