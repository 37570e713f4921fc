/* The time now, for what counts down on the page: one timer, running only while something shows it. */

import { createSubscriber } from "svelte/reactivity";

const STEP = 250;

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, STEP);
  return () => clearInterval(timer);
});

/** Reactive: who reads it in an effect or a template is told four times a second. */
export function now(): number {
  subscribe();
  return Date.now();
}
