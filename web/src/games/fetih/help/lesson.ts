/* The tutorial's four cards, and where one gets from each of them. */

export const CARDS = ["goal", "roll", "build", "attack"] as const;
export type Card = (typeof CARDS)[number];

/** The card after a step forward or back; null past the last one, and the first stays before the first. */
export function step(card: Card, by: 1 | -1): Card | null {
  const place = CARDS.indexOf(card) + by;
  if (place >= CARDS.length) return null;
  return CARDS[Math.max(0, place)]!;
}
