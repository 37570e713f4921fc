/* The games that have a screen of their own; every other one is played at the fallback table. */

import type { Component } from "svelte";
import type { JsonObject } from "../json";
import type { Visit } from "../room/visit.svelte";
import type { Room, ToldEvent, View } from "../wire/messages";
import { TICTACTOE } from "./tictactoe/screen";

export interface BoardProps {
  visit: Visit;
  room: Room;
  view: View;
  /** Whether this reader may act now; the options say what. */
  mayPlay: boolean;
}

export interface Telling {
  readonly view: JsonObject;
  readonly you: number | null;
  readonly nameOf: (seat: number) => string;
}

export interface GameScreen {
  readonly Board: Component<BoardProps>;
  /** An event as a sentence, null to leave it out of the story, undefined for the fallback's wording. */
  readonly tell: (event: ToldEvent, telling: Telling) => string | null | undefined;
  /** A sign beside a seat's name: its mark, its colour. */
  readonly badge: (view: JsonObject, seat: number) => string | null;
}

const SCREENS: Readonly<Record<string, GameScreen>> = { tictactoe: TICTACTOE };

export function screenOf(game: string): GameScreen | null {
  return Object.hasOwn(SCREENS, game) ? SCREENS[game]! : null;
}
