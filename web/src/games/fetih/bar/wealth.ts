/* What came into one's own hand and left it, for the bar to mark. */

import { type Goods, type Resource, RESOURCES } from "../tables";

/** What came and went between two hands, per resource; without those that stayed the same. */
export function changes(before: Goods, after: Goods): Partial<Record<Resource, number>> {
  return Object.fromEntries(
    RESOURCES.flatMap((resource) => {
      const change = (after[resource] ?? 0) - (before[resource] ?? 0);
      return change === 0 ? [] : [[resource, change]];
    }),
  );
}
