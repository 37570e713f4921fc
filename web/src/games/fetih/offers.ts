/* Open offers, as they concern one reader: which are one's own, which ask one, which have been answered. */

import type { Reading, Trade } from "./reading";

/** One's own; waiting for one's answer; declined by oneself (it may still be accepted); between others. */
export type Part = "mine" | "asked" | "declined" | "theirs";

export function partIn(reading: Reading, trade: Trade): Part {
  const { you } = reading;
  if (you === null) return "theirs";
  if (trade.from === you) return "mine";
  if ((trade.to !== null && trade.to !== you) || reading.seats[you]!.status !== "playing") return "theirs";
  return trade.declined.includes(you) ? "declined" : "asked";
}

export type Asking =
  | { readonly key: string; readonly kind: "trade"; readonly trade: Trade }
  | { readonly key: string; readonly kind: "alliance"; readonly from: number };

/** The offers that wait for this reader's answer, oldest first, trades before alliances. */
export function asking(reading: Reading): readonly Asking[] {
  const { you } = reading;
  if (you === null || reading.phase !== "play" || reading.seats[you]!.status !== "playing") return [];
  return [
    ...reading.trades
      .filter((trade) => partIn(reading, trade) === "asked")
      .map((trade) => ({ key: `trade ${trade.id}`, kind: "trade", trade }) as const),
    ...reading.alliance_offers
      .filter(({ to }) => to === you)
      .map(({ from }) => ({ key: `alliance ${from}`, kind: "alliance", from }) as const),
  ];
}

/** What was put aside and still stands: an offer made anew shows anew. */
export function stillAside(aside: ReadonlySet<string>, offers: readonly Asking[]): ReadonlySet<string> {
  return new Set(offers.map(({ key }) => key).filter((key) => aside.has(key)));
}

/** The seats that an offer still waits for. */
export function waitedFor(reading: Reading, trade: Trade): readonly number[] {
  const asked = trade.to === null ? reading.order.filter((seat) => seat !== trade.from) : [trade.to];
  return asked.filter((seat) => reading.seats[seat]!.status === "playing" && !trade.declined.includes(seat));
}
