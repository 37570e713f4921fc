/* What all parts of Fetih's table look at: the view, whose eyes it is seen with, and what may be done now. */

import type { JsonObject } from "../../json";
import type { Option } from "../../wire/messages";
import { TableScene } from "../table_scene";
import { read } from "./reading";

export class Scene extends TableScene {
  readonly reading = $derived.by(() => read(this.view.view));

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
