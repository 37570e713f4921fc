/* How a seat stands, for its card: who plays it, how it fares, what it is to the one who looks. */

import type { Seat } from "../../../wire/messages";
import { areAllied, army, type Reading, regionsOf, total } from "../reading";
import { CONTINENTS } from "../tables";

export type Player = "you" | "here" | "bot" | "away" | "sat_in";
export type End = "winner" | "eliminated" | "resigned" | null;
/** `offered` by the reader, `asked` by the other. */
export type Tie = "self" | "none" | "offered" | "asked" | "allied";

export interface Standing {
  readonly player: Player;
  readonly end: End;
  readonly isOnTurn: boolean;
  /** Whether it wins at the start of its next turn if nobody stops it (F86). */
  readonly claims: boolean;
  readonly regions: number;
  readonly hand: number;
  readonly soldiers: number;
  readonly age: "sword" | "gunpowder";
  readonly continents: readonly { readonly id: string; readonly points: number }[];
  /** The points of its continents together. */
  readonly points: number;
  readonly tie: Tie;
}

/** `seated` is what the room knows of the seat; a replay's room may know nothing. */
export function standing(reading: Reading, seat: number, seated: Seat | undefined): Standing {
  const state = reading.seats[seat]!;
  const continents = CONTINENTS.flatMap(({ id, points }) => (reading.continents[id]?.owner === seat ? [{ id, points }] : []));
  return {
    player: playerOf(reading, seat, seated),
    end: reading.winner === seat ? "winner" : state.status === "playing" ? null : state.status,
    isOnTurn: reading.phase !== "over" && reading.turn === seat && state.status === "playing",
    claims: reading.phase === "play" && reading.claims.includes(seat),
    regions: regionsOf(reading, seat).length,
    hand: state.resource_count,
    soldiers: total(army(reading, seat)),
    age: state.age,
    continents,
    points: continents.reduce((sum, { points }) => sum + points, 0),
    tie: tieTo(reading, seat),
  };
}

function playerOf(reading: Reading, seat: number, seated: Seat | undefined): Player {
  const state = reading.seats[seat]!;
  if (state.kind === "bot") return "bot";
  // The position knows it as soon as it is so; the room may hear of it a moment later, and of a bot of its own.
  if (state.controller === "bot" || seated?.sat_in) return "sat_in";
  if (seat === reading.you) return "you";
  return !state.connected || seated?.connected === false ? "away" : "here";
}

function tieTo(reading: Reading, seat: number): Tie {
  const { you } = reading;
  if (you === null) return "none";
  if (seat === you) return "self";
  if (areAllied(reading, you, seat)) return "allied";
  if (reading.alliance_offers.some(({ from, to }) => from === seat && to === you)) return "asked";
  return reading.alliance_offers.some(({ from, to }) => from === you && to === seat) ? "offered" : "none";
}

/** The others to whom that seat is allied: all alliances are public. */
export function alliesOf(reading: Reading, seat: number): readonly number[] {
  return reading.order.filter((other) => other !== seat && areAllied(reading, seat, other));
}
