/* All of the table but its board and the bar above: fetched once these are in sight. */

import { insist } from "../../app/insist";
import type * as Rest from "./rest";

let rest = $state.raw<typeof Rest | null>(null);

export const later = {
  /** Null until it is there. */
  get parts(): typeof Rest | null {
    return rest;
  },
};

/** Call the answer to give up. */
export function fetchLater(): () => void {
  return insist(() => import("./rest"), (fetched) => (rest = fetched));
}
