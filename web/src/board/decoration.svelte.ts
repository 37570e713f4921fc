/* Whether boards are decorated: waves, shadows, gliding. Off where the reader wants little motion, and for the rest
   of the visit once the device has turned out to be weak. */

import { FrameWatch } from "./frame_watch";

const still = matchMedia("(prefers-reduced-motion: reduce)");

let isStill = $state(still.matches);
let isWeak = $state(false);
still.addEventListener("change", () => (isStill = still.matches));

export function isDecorated(): boolean {
  return !isStill && !isWeak;
}

/** Judges the device by its frames, as long as there is something to switch off; call the answer to stop. */
export function watchFrames(): () => void {
  const watch = new FrameWatch();
  let asked = 0;
  const look = (at: number) => {
    if (watch.frame(at)) isWeak = true;
    asked = isWeak ? 0 : requestAnimationFrame(look);
  };
  if (isDecorated()) asked = requestAnimationFrame(look);
  return () => cancelAnimationFrame(asked);
}
