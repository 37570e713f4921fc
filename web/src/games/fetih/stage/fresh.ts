/* Which of the told entries have just happened: what was told before one came, or is long past, is not shown again. */

import type { Told } from "../../../wire/messages";

/** Entries older than the newest by so many milliseconds are told by the story, not shown. */
const PAST = 6_000;

/** Those after `seen` up to the view shown, `number` at `at`. */
export function fresh(story: readonly Told[], seen: number, shown: { readonly number: number; readonly at: number }): readonly Told[] {
  const found: Told[] = [];
  for (let i = story.length - 1; i >= 0 && story[i]!.number > seen; i--) {
    const entry = story[i]!;
    if (entry.number <= shown.number && shown.at - entry.at <= PAST) found.unshift(entry);
  }
  return found;
}
