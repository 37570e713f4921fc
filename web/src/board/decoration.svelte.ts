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

/** How long a device that was fit is left in peace: who watches every frame keeps it from resting. */
const RESTS = 12_000;

/** Judges the device by its frames, again and again as long as it is fit; call the answer to stop. */
export function watchFrames(): () => void {
  const watch = new FrameWatch();
  let asked = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const look = (at: number) => {
    const verdict = watch.frame(at);
    if (verdict === "weak") isWeak = true;
    else if (verdict === "fit") resting = setTimeout(begin, RESTS);
    else asked = requestAnimationFrame(look);
  };
  const begin = () => {
    if (isDecorated()) asked = requestAnimationFrame(look);
  };
  begin();
  return () => {
    cancelAnimationFrame(asked);
    clearTimeout(resting);
  };
}
