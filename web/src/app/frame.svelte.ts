/* Whether a screen takes the whole window, without the page's own bar and foot. */

let takers = $state(0);

export function isBare(): boolean {
  return takers > 0;
}

/** Take the window; the answer gives it back. */
export function takeWindow(): () => void {
  takers += 1;
  return () => {
    takers -= 1;
  };
}
