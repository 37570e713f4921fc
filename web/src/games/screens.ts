/* What a game with a screen of its own gives; every other one is played at the fallback table. */

import type { Component } from "svelte";
import type { JsonObject } from "../json";
import type { Sight } from "../room/sight";
import type { Visit } from "../room/visit.svelte";
import type { Room, ToldEvent, View } from "../wire/messages";

export interface BoardProps {
  visit: Sight;
  room: Room;
  view: View;
  /** Whether this reader may act now; the options say what. */
  mayPlay: boolean;
}

export interface TableProps {
  visit: Visit;
  room: Room;
  view: View;
  watching: boolean;
  /** Go over to the plain table. */
  onplain: () => void;
}

export interface Telling {
  readonly view: JsonObject;
  readonly you: number | null;
  readonly nameOf: (seat: number) => string;
}

export interface GameScreen {
  /** The board and all that is needed to play on it. */
  readonly Board: Component<BoardProps>;
  /** A table that fills the window, with places of its own for players, talk and clock; without it the common one. */
  readonly Table?: Component<TableProps>;
  /** An event as a sentence, null to leave it out of the story, undefined for the catalogue's. */
  readonly tell?: (event: ToldEvent, telling: Telling) => string | null | undefined;
  /** A seat's colour and pattern, known before the game begins. */
  readonly Badge?: Component<{ seat: number }>;
  /** What the game was won by, beside the reason that the result names. */
  readonly wonBy?: (view: JsonObject) => string | null;
  /** What a seat plays with, shown beside its name while a game is under way. */
  readonly Sign?: Component<{ seat: number; view: JsonObject }>;
}
