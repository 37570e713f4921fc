/* What a table looks at, whichever game is played on it: the room, its view, and whether one may act. */

import { seatName } from "../room/names";
import type { Sight } from "../room/sight";
import type { Room, View } from "../wire/messages";

export interface Given {
  readonly sight: Sight;
  readonly room: Room;
  readonly view: View;
  /** Whether a command given now would be taken: connected, nothing on its way, a seat of one's own. */
  readonly mayPlay: boolean;
}

export class TableScene {
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

  nameOf(seat: number): string {
    return seatName(this.room, seat);
  }
}
