/* Whether a device is too weak for ornaments: judged by how long its frames take. */

/** Frames that take longer on average, for so long, are too slow (milliseconds). */
const SLOW = 40;
const LONG = 3000;
/** Nothing is drawn in a hidden tab or on a sleeping machine: such a gap says nothing. */
const GAP = 1000;

export class FrameWatch {
  #since: number | null = null;
  #last = 0;
  #frames = 0;

  /** Call it for each frame, with its time: what the device has turned out to be, null while that is not known. */
  frame(at: number): "weak" | "fit" | null {
    if (this.#since === null || at - this.#last > GAP) {
      this.#begin(at);
      return null;
    }
    this.#last = at;
    this.#frames += 1;
    const length = at - this.#since;
    if (length < LONG) return null;
    const isWeak = length / this.#frames > SLOW;
    this.#begin(at);
    return isWeak ? "weak" : "fit";
  }

  #begin(at: number): void {
    this.#since = at;
    this.#last = at;
    this.#frames = 0;
  }
}
