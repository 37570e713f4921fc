/* The answer about cookies: given once, kept, changeable. Without one nothing is personalised. */

import { keep, kept } from "../keep";

const NAME = "cookies";

export const ANSWERS = ["accepted", "refused"] as const;
export type Answer = (typeof ANSWERS)[number];

export function isAnswer(text: string | null): text is Answer {
  return text === "accepted" || text === "refused";
}

function read(): Answer | null {
  const text = kept(NAME);
  return isAnswer(text) ? text : null;
}

let given = $state<Answer | null>(read());

/** Null: not answered yet. */
export function cookieAnswer(): Answer | null {
  return given;
}

export function answerCookies(answer: Answer): void {
  given = answer;
  keep(NAME, answer);
}
