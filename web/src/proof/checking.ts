/* Checks all games of a file while the page stays alive. */

import type { Finding } from "./finding";
import { Lines } from "./game_file";
import { type Recall, verify } from "./verify";

/** Milliseconds of work at a stretch: a frame is left to the page. */
const STRETCH = 12;

/** How many games came before this one, and how far this one is, from 0 to 1. */
export interface Progress {
  readonly games: number;
  readonly part: number;
}

/** Lets others have their turn. */
export type Breathe = () => Promise<void>;

const aMoment: Breathe = () => new Promise((resolve) => setTimeout(resolve));

/** `heard` is told now and then how far it is; `isLeft` ends it. */
export async function checkGames(
  bytes: Uint8Array,
  recall: Recall,
  heard: (progress: Progress) => void,
  isLeft: () => boolean,
  breathe: Breathe = aMoment,
): Promise<readonly Finding[]> {
  const lines = new Lines(bytes);
  const findings: Finding[] = [];
  let since = performance.now();
  do {
    const game = verify(lines, recall);
    for (let step = game.next(); ; step = game.next()) {
      if (step.done) {
        findings.push(step.value);
        break;
      }
      if (performance.now() - since < STRETCH) continue;
      heard({ games: findings.length, part: step.value });
      await breathe();
      if (isLeft()) return findings;
      since = performance.now();
    }
  } while (!lines.isAtEnd);
  return findings;
}
