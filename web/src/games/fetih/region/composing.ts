/* Forces put together for an attack or a shipment, and what of them is still possible when the board has changed. */

import { present, type Reading, ready, total } from "../reading";
import { type Forces, sources, strength } from "../rules/battle";
import { room } from "../rules/building";
import { BALANCE, type Force, type RegionId, type Unit, UNITS } from "../tables";

/** As much of a force as may be taken, the strongest first. */
export function capped(force: Force, most: number): Force {
  const kept: Partial<Record<Unit, number>> = {};
  let left = most;
  for (const unit of [...UNITS].reverse()) {
    kept[unit] = Math.min(force[unit] ?? 0, left);
    left -= kept[unit];
  }
  return present(kept);
}

function within(force: Force, most: Force): Force {
  return present(Object.fromEntries(UNITS.map((unit) => [unit, Math.min(force[unit] ?? 0, most[unit] ?? 0)])));
}

/** With what a target is attacked unless somebody chooses otherwise: all that is ready in the strongest neighbour. */
export function suggested(reading: Reading, to: RegionId, from: RegionId | null = null): Forces {
  const able = sources(reading, to).filter((id) => total(ready(reading.regions[id]!)) > 0);
  const strongest = [...able].sort((one, other) => power(reading, other) - power(reading, one))[0];
  const source = from !== null && able.includes(from) ? from : strongest;
  return new Map(source === undefined ? [] : [[source, ready(reading.regions[source]!)]]);
}

function power(reading: Reading, id: RegionId): number {
  return strength(ready(reading.regions[id]!));
}

/** What of an attack can still be made: regions lost and soldiers that have acted are left out. */
export function mended(reading: Reading, to: RegionId, forces: Forces): Forces {
  const near = sources(reading, to);
  let left = BALANCE.maxUnits;
  const kept = new Map<RegionId, Force>();
  for (const [id, force] of forces) {
    if (!near.includes(id)) continue;
    const going = capped(within(force, ready(reading.regions[id]!)), left);
    left -= total(going);
    if (total(going) > 0) kept.set(id, going);
  }
  return kept;
}

/** The forces with another count of a kind from a region. */
export function changed(forces: Forces, from: RegionId, unit: Unit, count: number): Forces {
  const next = new Map(forces);
  const force = present({ ...forces.get(from), [unit]: count });
  if (total(force) > 0) next.set(from, force);
  else next.delete(from);
  return next;
}

/** The most of a kind that can go from a region, beside all others that go. */
export function mostFrom(reading: Reading, forces: Forces, from: RegionId, unit: Unit): number {
  const going = [...forces.values()].reduce((sum, force) => sum + total(force), 0);
  const mine = forces.get(from)?.[unit] ?? 0;
  return Math.min(ready(reading.regions[from]!)[unit] ?? 0, BALANCE.maxUnits - going + mine);
}

export function attackCommand(to: RegionId, forces: Forces, chance: number) {
  const [first, ...others] = [...forces].map(([from, units]) => ({ from, units: { ...units } }));
  return { type: "attack", ...first!, to, ...(others.length > 0 ? { support: others } : {}), chance };
}

/** What of a shipment is possible: no more than is ready and, once a destination is chosen, than has room there. */
export function loaded(reading: Reading, from: RegionId, to: RegionId | null, units: Force | null): Force {
  const there = ready(reading.regions[from]!);
  const asked = units === null ? there : within(units, there);
  const space = to === null ? BALANCE.maxUnits : room(reading.regions[to]!);
  // A full destination takes nothing: what was asked for stays, and stands beside the reason.
  return space > 0 ? capped(asked, space) : asked;
}
