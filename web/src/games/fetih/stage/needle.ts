/* The wheel of a battle: a hundred places, the first of them green, and a needle that stops at the one drawn (F55). */

const PLACE = 360 / 100;
/** Whence the needle sets out: it goes round three times before it stops. */
export const START = -3 * 360;

/** Degrees from the top, clockwise, to the middle of the place drawn: it is green exactly when `roll` is at most the chance. */
export function needleAngle(roll: number): number {
  return (roll - 0.5) * PLACE;
}

/** The green part of a wheel of that radius about 0, 0, as an SVG path. */
export function sector(chance: number, radius: number): string {
  if (chance <= 0) return "";
  if (chance >= 100) return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}Z`;
  const angle = (chance * PLACE * Math.PI) / 180;
  const x = round(radius * Math.sin(angle));
  const y = round(-radius * Math.cos(angle));
  return `M0 0V${-radius}A${radius} ${radius} 0 ${chance > 50 ? 1 : 0} 1 ${x} ${y}Z`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
