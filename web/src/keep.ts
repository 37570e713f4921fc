/* What the browser remembers for us. A browser may forbid it (private windows): then nothing is kept. */

/** Whether this browser was somebody when it was last told. The session itself is a cookie that no script sees. */
export const WAS_SOMEBODY = "session";

const PREFIX = "divan.";

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** The rest of all names that are kept and begin so. */
export function keptNames(beginning: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX + beginning))
      .map((name) => name.slice(PREFIX.length + beginning.length));
  } catch {
    return [];
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Full or forbidden: the page works without it.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}
