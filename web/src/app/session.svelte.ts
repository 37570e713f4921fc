/* Who sits at this browser. */

import { forget, keep, kept, WAS_SOMEBODY } from "../keep";
import { edge, Refused } from "../wire/http";
import type { Me } from "../wire/messages";

let me = $state.raw<Me | null>(null);
let known = $state(false);

export const session = {
  /** Null: nobody yet, or not asked yet. */
  get me(): Me | null {
    return me;
  },
  /** Whether the edge has told who one is. */
  get known(): boolean {
    return known;
  },
};

let asking: Promise<Me | null> | null = null;

/** Ask who one is; nobody is an answer too. Who asks while the answer is on its way waits for the same. */
export function whoAmI(): Promise<Me | null> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Me | null> {
  try {
    return told(await edge.me());
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error;
    return told(null);
  }
}

/** Whether this browser was somebody when it was last told: most likely it still is. */
export function wasSomebody(): boolean {
  return kept(WAS_SOMEBODY) !== null;
}

/** Who one is; a guest if nobody yet. */
export async function somebody(): Promise<Me> {
  const now = me ?? (await whoAmI());
  return now ?? enter(edge.guest());
}

export function signIn(username: string, password: string): Promise<Me> {
  return enter(edge.signIn(username, password));
}

export function signUp(username: string, password: string): Promise<Me> {
  return enter(edge.signUp(username, password));
}

export async function signOut(): Promise<void> {
  await edge.signOut();
  told(null);
}

/** Whom this browser was is no more. */
export async function eraseMe(password: string | null): Promise<void> {
  await edge.eraseMe(password);
  told(null);
}

/** The edge has closed the session: whoever acts next is somebody new. */
export function sessionEnded(): void {
  told(null);
}

async function enter(signed: Promise<{ me: Me }>): Promise<Me> {
  return told((await signed).me);
}

function told<Who extends Me | null>(who: Who): Who {
  me = who;
  known = true;
  if (who === null) forget(WAS_SOMEBODY);
  else keep(WAS_SOMEBODY, "1");
  return who;
}
