/* One check under way: how far it is, and what it came to. */

import { Refused, Unreachable } from "../wire/http";
import type { Progress } from "./checking";
import type { Finding } from "./finding";
import type { Recall } from "./verify";

export class Check {
  progress = $state.raw<Progress | null>(null);
  findings = $state.raw<readonly Finding[] | null>(null);
  failure = $state.raw<unknown>(null);
  #errand = new AbortController();

  get isRunning(): boolean {
    return this.progress !== null;
  }

  /** Check the file that comes; one that is under way is given up. */
  async run(file: (signal: AbortSignal) => Promise<Blob>, recall: Recall): Promise<void> {
    this.leave();
    const { signal } = (this.#errand = new AbortController());
    this.findings = null;
    this.failure = null;
    this.progress = { games: 0, part: 0 };
    try {
      // Only who checks a game fetches what that takes.
      const { checkFile } = await import("./checking").catch(() => {
        throw new Unreachable("checking");
      });
      const findings = await checkFile(
        await file(signal),
        recall,
        (progress) => {
          if (!signal.aborted) this.progress = progress;
        },
        () => signal.aborted,
      );
      if (!signal.aborted) this.findings = findings;
    } catch (error) {
      // What is no failure of the edge is a fault of ours.
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      if (!signal.aborted) this.failure = error;
    } finally {
      if (!signal.aborted) this.progress = null;
    }
  }

  leave(): void {
    this.#errand.abort();
    this.progress = null;
  }
}
