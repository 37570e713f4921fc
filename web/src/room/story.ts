/* Told events as sentences. */

import { readable, spoken } from "../forms/words";
import { screenOf } from "../games/screens";
import { sentence } from "../i18n/speak.svelte";
import type { Room, ToldEvent, View } from "../wire/messages";
import { seatName } from "./names";

/** One line of the story, or null for an event that is not worth one. */
export function storyLine(event: ToldEvent, room: Room, view: View, isPlain: boolean): string | null {
  const nameOf = (seat: number) => seatName(room, seat);
  if (!isPlain) {
    const own = screenOf(room.game)?.tell(event, { view: view.view, you: room.seat, nameOf });
    if (own !== undefined) return own;
  }
  const { type, ...rest } = event;
  const name = typeof event.seat === "number" ? nameOf(event.seat) : "";
  return sentence(`told.${type}`, { name }) ?? plainLine(type, rest);
}

function plainLine(type: string, rest: object): string {
  const details = Object.keys(rest).length === 0 ? "" : spoken(rest as ToldEvent);
  return details === "" ? readable(type) : `${readable(type)} · ${details}`;
}
