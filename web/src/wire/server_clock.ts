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

/** The better of two samples; one without a measured way (a welcome) gives way to any that was asked for. */
export function better(one: Sample | null, other: Sample): Sample {
  return one === null || other.took <= one.took ? other : one;
}
