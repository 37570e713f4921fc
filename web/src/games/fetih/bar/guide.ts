/* The one line that says what to do now, for every state of a game (F103). */

import type { Option } from "../../../wire/messages";
import { asking } from "../offers";
import type { Reading, Trade } from "../reading";
import { acceptingRefusal } from "../rules/trading";

export interface Facts {
  readonly reading: Reading;
  readonly options: readonly Option[];
  /** Whether one sits at the table and is not out. */
  readonly isInPlay: boolean;
  readonly isConnected: boolean;
}

export type Line =
  | { readonly key: "over" | "cut" | "out" | "roll" | "trade" | "alliance" }
  | { readonly key: "watch" | "watch_pick" | "wait" | "wait_pick" | "wait_first"; readonly seat: number }
  | { readonly key: "pick"; readonly pick: 1 | 2 }
  /** Each of `ways` is something that can be done now besides ending the turn. */
  | { readonly key: "act"; readonly ways: readonly Way[] };

export type Way = "age" | "attack" | "village" | "train" | "build" | "ship" | "bank";

/** More would not be a line any more. */
const WAYS = 3;

export function guide(facts: Facts): Line {
  const { reading, isInPlay } = facts;
  const { phase, turn, you } = reading;
  if (phase === "over") return { key: "over" };
  if (!facts.isConnected) return { key: "cut" };
  if (you === null) return { key: phase === "draft" ? "watch_pick" : "watch", seat: turn };
  if (!isInPlay) return { key: "out" };
  if (turn !== you) return waiting(reading, you);
  if (phase === "draft") return { key: "pick", pick: reading.seats[you]!.picked.length === 0 ? 1 : 2 };
  if (!reading.rolled) return { key: "roll" };
  return { key: "act", ways: ways(facts.options) };
}

function waiting(reading: Reading, you: number): Line {
  const { turn, phase, round, order } = reading;
  const offers = asking(reading);
  if (offers.some(({ kind }) => kind === "alliance")) return { key: "alliance" };
  // What is offered to all is no matter of those who cannot pay it.
  const isMine = ({ to, get }: Trade) => to === you || acceptingRefusal(reading, get) === null;
  if (offers.some((offer) => offer.kind === "trade" && isMine(offer.trade))) return { key: "trade" };
  if (phase === "draft") return { key: "wait_pick", seat: turn };
  // Until the first turn of one's own nothing was said yet about what a turn is.
  const isBeforeFirst = round === 1 && order.indexOf(turn) < order.indexOf(you);
  return { key: isBeforeFirst ? "wait_first" : "wait", seat: turn };
}

function ways(options: readonly Option[]): readonly Way[] {
  const types = new Set(options.map(({ command }) => command.type));
  const built = new Set(options.flatMap(({ command }) => (command.type === "build" ? [command.structure] : [])));
  const all: readonly (readonly [Way, boolean])[] = [
    ["age", types.has("advance_age")],
    ["attack", types.has("attack")],
    ["village", built.has("village")],
    ["train", types.has("train")],
    ["build", built.size > 0 && !built.has("village")],
    ["ship", types.has("ship")],
    ["bank", types.has("bank_trade")],
  ];
  return all.flatMap(([way, isOpen]) => (isOpen ? [way] : [])).slice(0, WAYS);
}
