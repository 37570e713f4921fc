/* Opening a room and going there, or being told why not. */

import { Refused } from "../wire/http";
import type { Room } from "../wire/messages";
import { excuse } from "./explain";
import { notice } from "./notices.svelte";
import { address, go } from "./route.svelte";

export async function intoRoom(opening: () => Promise<Room>): Promise<void> {
  try {
    const { code } = await opening();
    go(address.room(code!));
  } catch (error) {
    notice(excuse(error));
    // Who has an open room already is shown it: there it can be used, left or closed.
    const open = error instanceof Refused && error.code === "already_has_room" ? error.details.code : null;
    if (typeof open === "string") go(address.room(open));
  }
}
