/* Parts of the page that have to come, however long the line is gone. */

const TRIES_AGAIN_AFTER = 3_000;

/** Loads until it succeeds; each failure is told. Call the answer to give up. */
export function insist<T>(load: () => Promise<T>, come: (part: T) => void, failed: () => void = () => undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGivenUp = false;
  const attempt = (): void => {
    load().then(
      (part) => {
        if (!isGivenUp) come(part);
      },
      () => {
        if (isGivenUp) return;
        failed();
        timer = setTimeout(attempt, TRIES_AGAIN_AFTER);
      },
    );
  };
  attempt();
  return () => {
    isGivenUp = true;
    clearTimeout(timer);
  };
}
