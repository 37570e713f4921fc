/* All of the table but its board and the bar above: fetched once these are in sight. */

import type * as Rest from "./rest";

const TRIES_AGAIN_AFTER = 3_000;

let rest = $state.raw<typeof Rest | null>(null);

export const later = {
  /** Null until it is there. */
  get parts(): typeof Rest | null {
    return rest;
  },
};

export function fetchLater(): void {
  // What is gone with a deploy, or with the line, is the first script's to mend.
  import("./rest").then(
    (fetched) => (rest = fetched),
    () => setTimeout(fetchLater, TRIES_AGAIN_AFTER),
  );
}
