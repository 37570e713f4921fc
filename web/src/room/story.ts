/* Told events as sentences. */

import { readable } from "../forms/words";
import { screenOf } from "../games/load";
import { toldBy, type Words, wordsOf } from "../games/words";
import { sentence } from "../i18n/speak.svelte";
import type { Room, Told, ToldEvent, View } from "../wire/messages";
import { seatName } from "./names";

export interface StoryLine {
  readonly key: string;
  readonly number: number;
  readonly at: number;
  readonly text: string;
}

/**
 * A story in lines. Each entry is worded once, and its lines stay the same objects: a game is told in thousands of
 * lines, and whatever happens adds only a few.
 */
export function wording(say: (event: ToldEvent) => string | null): (story: readonly Told[]) => readonly StoryLine[] {
  const worded = new WeakMap<Told, readonly StoryLine[]>();
  const linesOf = (entry: Told): readonly StoryLine[] => {
    const { number, at, told } = entry;
    const lines = worded.get(entry) ?? told.flatMap((event, i) => {
      const text = say(event);
      return text === null ? [] : [{ key: `${number}.${i}`, number, at, text }];
    });
    worded.set(entry, lines);
    return lines;
  };
  return (story) => story.flatMap(linesOf);
}

/** One line of the story, or null for an event that is not worth one. */
export function storyLine(event: ToldEvent, room: Room, view: View, isPlain: boolean): string | null {
  const nameOf = (seat: number) => seatName(room, seat);
  if (!isPlain) {
    const own = screenOf(room.game)?.tell?.(event, { view: view.view, you: room.seat, nameOf });
    if (own !== undefined) return own;
  }
  const words = wordsOf(room.game, nameOf);
  const name = typeof event.seat === "number" ? nameOf(event.seat) : "";
  const count = typeof event.number === "number" ? event.number : "";
  const told = sentence(`told.${event.type}`, { name, count });
  return toldBy(room.game, event, words) ?? told ?? plainLine(event, name, words);
}

/** An event of which nothing is known: whose it is, what it is called, and what it holds. */
function plainLine({ type, seat, ...rest }: ToldEvent, name: string, words: Words): string {
  const details = { ...(name === "" && seat !== undefined && { seat }), ...rest };
  const what = Object.keys(details).length === 0 ? readable(type) : `${readable(type)} · ${words.value(details)}`;
  return name === "" ? what : `${name}: ${what}`;
}
