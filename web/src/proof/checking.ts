/* Checks all games of a file while the page stays alive. */

import { Fault, type Finding, NOTHING } from "./finding";
import { GameFile, opened } from "./game_file";
import { Malformed } from "./malformed";
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
  const file = new GameFile(bytes);
  const findings: Finding[] = [];
  let since = performance.now();
  do {
    const game = verify(file, recall);
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
  } while (!file.isAtEnd);
  return findings;
}

/** The games of a file that may be compressed. */
export async function checkFile(
  file: Blob,
  recall: Recall,
  heard: (progress: Progress) => void,
  isLeft: () => boolean,
): Promise<readonly Finding[]> {
  let bytes: Uint8Array;
  try {
    bytes = await opened(file);
  } catch (error) {
    if (error instanceof Malformed) return [UNREADABLE];
    throw error;
  }
  return checkGames(bytes, recall, heard, isLeft);
}

const UNREADABLE: Finding = {
  header: null,
  fault: new Fault("header", null),
  entries: 0,
  draws: 0,
  undrawn: 0,
  isComplete: false,
  isFork: false,
  recalled: NOTHING,
};
