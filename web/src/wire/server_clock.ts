/* The server's clock as the page knows it: a deadline counts down rightly on a machine whose clock is wrong. */

export interface Sample {
  /** Server time minus page time, in milliseconds. */
  readonly offset: number;
  /** How long the question took: the shorter, the truer. */
  readonly took: number;
}

export function sample(sentAt: number, receivedAt: number, serverNow: number): Sample {
  const took = receivedAt - sentAt;
  return { offset: serverNow + took / 2 - receivedAt, took };
}

/**
 * The better of two samples, `other` being the newer; one without a measured way (a welcome) gives way to any that was
 * asked for. Where both cannot be true, the page's clock was set meanwhile, and only the newer one can be right.
 */
export function better(one: Sample | null, other: Sample): Sample {
  if (one === null) return other;
  // Set back while the question was under way: it has measured nothing.
  if (other.took < 0) return one;
  const isBeyondDoubt = Math.abs(one.offset - other.offset) > (one.took + other.took) / 2;
  return isBeyondDoubt || other.took <= one.took ? other : one;
}
