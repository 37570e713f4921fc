/* The same room once more; the others are invited to it. */

import { inviteTo } from "../room/invite";
import { openAgain } from "../room/opening";
import type { Visit } from "../room/visit.svelte";
import type { Room } from "../wire/messages";
import { intoRoom } from "./into_room";

export function playAgain(visit: Visit, room: Room): Promise<void> {
  return intoRoom(async () => {
    const next = await openAgain(room);
    const others = room.seats.filter((seat) => seat.player === "person" && seat.seat !== room.seat);
    if (others.length > 0 && room.seat !== null) visit.say(inviteTo(next.code!));
    return next;
  });
}
