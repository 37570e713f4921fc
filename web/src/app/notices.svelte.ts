/* Short notices at the edge of the page: what went wrong, what was copied. They go by themselves. */

const STAYS = 7_000;

export interface Notice {
  readonly id: number;
  readonly text: string;
}

let notices = $state.raw<readonly Notice[]>([]);
let count = 0;

export function shownNotices(): readonly Notice[] {
  return notices;
}

export function notice(text: string): void {
  count += 1;
  const id = count;
  // The same text again replaces itself: pressing a dead button ten times fills no screen.
  notices = [...notices.filter((one) => one.text !== text), { id, text }].slice(-3);
  setTimeout(() => dismiss(id), STAYS);
}

export function dismiss(id: number): void {
  notices = notices.filter((one) => one.id !== id);
}
