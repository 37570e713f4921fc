/* The clock of a turn or a choice: the figure, the bar beside it, and when it hurries (F100b). */

/** From here on the figure and the bar are red. */
const HURRY = 10_000;

export interface Rest {
  /** Whole seconds: at 0 the time is up. */
  readonly seconds: number;
  /** How much of the whole time is left, 0 to 1. */
  readonly share: number;
  readonly isHurried: boolean;
}

/** What is left at a moment of the server's clock; `whole` is the time given, in seconds. */
export function rest(endsAt: number, serverTime: number, whole: number): Rest {
  // A clock that is known only roughly must not show more than was given.
  const left = Math.min(Math.max(0, endsAt - serverTime), whole * 1000);
  return { seconds: Math.ceil(left / 1000), share: whole > 0 ? left / (whole * 1000) : 0, isHurried: left <= HURRY };
}
