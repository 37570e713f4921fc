/* What a board needs to know of its room: a live visit gives it, and so does a replay. */

import type { JsonObject } from "../json";
import type { Refusal, Told } from "../wire/messages";
import type { Outbox } from "../wire/outbox";

export interface RefusedCommand {
  readonly command: JsonObject;
  readonly refusal: Refusal;
}

export interface Sight {
  /** What was told so far, oldest first. */
  readonly story: readonly Told[];
  /** Commands on their way: while there is one, nothing more can be played. */
  readonly outbox: Outbox;
  readonly refused: RefusedCommand | null;
  readonly play: (command: JsonObject) => void;
  /** The server's time, as well as it is known. */
  readonly serverTime: (now: number) => number;
}
