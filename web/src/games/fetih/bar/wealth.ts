/* One's own resources and soldiers, as the bar sums them up. */

import { BALANCE, type Force, type Goods, type Resource, RESOURCES, UNITS } from "../tables";

/** What came and went between two hands, per resource; without those that stayed the same. */
export function changes(before: Goods, after: Goods): Partial<Record<Resource, number>> {
  return Object.fromEntries(
    RESOURCES.flatMap((resource) => {
      const change = (after[resource] ?? 0) - (before[resource] ?? 0);
      return change === 0 ? [] : [[resource, change]];
    }),
  );
}

/** The strength of soldiers, all kinds together (F40, F41). */
export function strength(force: Force): number {
  return UNITS.reduce((sum, unit) => sum + (force[unit] ?? 0) * BALANCE.unitStrength[unit], 0);
}
