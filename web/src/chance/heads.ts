/* The heads of a room's log that this browser was given: who keeps one notices if the log is written anew. */

import { forget, keep, kept } from "../keep";

/** `door` is the room's code, or the token of its watching link. */
export function keepHead(door: string, number: number, head: string): void {
  keep(`head.${door}`, `${number} ${head}`);
}

/** The newest that was kept (hex), of this visit or of a former one. */
export function keptHead(door: string): string | null {
  return kept(`head.${door}`)?.split(" ")[1] ?? null;
}

export function forgetHead(door: string): void {
  forget(`head.${door}`);
}
