/* From turn to turn: a turn is as long as the same seats are waited for, whatever the game. */

import type { View } from "../wire/messages";

export type ViewAt = (number: number) => Promise<View>;

const turnOf = (view: View): string => view.wait?.seats.join() ?? "over";

/** Where the next turn begins; the last number where there is none. */
export async function nextTurn(from: number, last: number, viewAt: ViewAt): Promise<number> {
  const turn = turnOf(await viewAt(from));
  for (let number = from + 1; number <= last; number += 1) {
    if (turnOf(await viewAt(number)) !== turn) return number;
  }
  return last;
}

/** Where this turn began, or, where that is already here, the one before it. */
export async function formerTurn(from: number, viewAt: ViewAt): Promise<number> {
  const begin = await beginning(from, viewAt);
  return begin < from || from <= 1 ? begin : beginning(from - 1, viewAt);
}

async function beginning(from: number, viewAt: ViewAt): Promise<number> {
  const turn = turnOf(await viewAt(from));
  let number = from;
  while (number > 1 && turnOf(await viewAt(number - 1)) === turn) number -= 1;
  return number;
}
