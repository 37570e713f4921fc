/* What a screen asks of the page around it: the whole window, without bar and foot, or that nothing covers its board. */

let takers = $state(0);
let tables = $state(0);

/** Whether a screen takes the whole window. */
export function isBare(): boolean {
  return takers > 0;
}

/** Whether a game is in sight, which the page's own notices must not cover. */
export function isAtTable(): boolean {
  return takers > 0 || tables > 0;
}

/** Take the window; the answer gives it back. */
export function takeWindow(): () => void {
  takers += 1;
  return () => {
    takers -= 1;
  };
}

/** Have a board in sight; the answer says that it is so no more. */
export function layTable(): () => void {
  tables += 1;
  return () => {
    tables -= 1;
  };
}
