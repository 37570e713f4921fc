/* What all parts of Fetih's table look at: the view, whose eyes it is seen with, and what may be done now. */

import type { JsonObject } from "../../json";
import { seatName } from "../../room/names";
import type { Sight } from "../../room/sight";
import type { Option, Room, View } from "../../wire/messages";
import { read } from "./reading";

export interface Given {
  readonly sight: Sight;
  readonly room: Room;
  readonly view: View;
  /** Whether a command given now would be taken: connected, nothing on its way, a seat of one's own. */
  readonly mayPlay: boolean;
}

export class Scene {
  readonly reading = $derived.by(() => read(this.view.view));

  constructor(private readonly given: () => Given) {}

  get sight(): Sight {
    return this.given().sight;
  }

  get room(): Room {
    return this.given().room;
  }

  get view(): View {
    return this.given().view;
  }

  get mayPlay(): boolean {
    return this.given().mayPlay;
  }

  /** The seat with whose eyes one sees; null for watchers. */
  get you(): number | null {
    return this.reading.you;
  }

  /** Whether one sits at the table and is not out. */
  get isInPlay(): boolean {
    return this.you !== null && this.reading.phase !== "over" && this.reading.seats[this.you]!.status === "playing";
  }

  /** Whether one is to choose (draft) or on turn. */
  get isMyTurn(): boolean {
    return this.isInPlay && this.reading.turn === this.you;
  }

  /** Whether one may act freely: on turn, and the dice are thrown. */
  get isActing(): boolean {
    return this.isMyTurn && this.reading.phase === "play" && this.reading.rolled;
  }

  nameOf(seat: number): string {
    return seatName(this.room, seat);
  }

  /** The options of a type of command that the server offers now. */
  options(type: string): readonly Option[] {
    return this.view.options.filter(({ command }) => command.type === type);
  }

  can(type: string): boolean {
    return this.mayPlay && this.view.options.some(({ command }) => command.type === type);
  }

  play(command: JsonObject): void {
    this.sight.play(command);
  }
}
