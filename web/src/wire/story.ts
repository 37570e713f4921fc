/* The told events so far, by the number of the view that they led to. */

import type { Told } from "./messages";

/** Both together in order, each number once: what is known already stays. */
export function joined(story: readonly Told[], entries: readonly Told[]): readonly Told[] {
  const known = new Set(story.map((entry) => entry.number));
  const fresh = entries.filter((entry) => !known.has(entry.number) && entry.told.length > 0);
  if (fresh.length === 0) return story;
  return [...story, ...fresh].sort((one, other) => one.number - other.number);
}
