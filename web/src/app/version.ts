/* Whether the server has a newer page than this one: its index names another script. */

function scriptOf(html: string): string | null {
  return /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? null;
}

export function isNewer(html: string, running: string | null): boolean {
  const there = scriptOf(html);
  return there !== null && running !== null && there !== running;
}

/** Load the page anew if it has changed; the room and the seat are the server's and are found again. */
export async function refreshIfNew(): Promise<void> {
  const running = document.querySelector("script[type=module]")?.getAttribute("src") ?? null;
  try {
    const response = await fetch("/", { cache: "no-cache" });
    if (response.ok && isNewer(await response.text(), running)) location.reload();
  } catch {
    // Not reachable just now: the next welcome asks again.
  }
}
