/* Where in the page one is: the address and nothing else decides. */

import { language } from "../i18n/speak.svelte";
import { type Route, routeOf, type TextPage, TEXTS } from "./places";

let current = $state.raw<Route>(routeOf(location.pathname + location.search));

window.addEventListener("popstate", () => {
  current = routeOf(location.pathname + location.search);
});

export function route(): Route {
  return current;
}

/** Go to a path of this site; its search part may come with it. */
export function go(path: string): void {
  history.pushState(null, "", path);
  current = routeOf(path);
  window.scrollTo(0, 0);
}

/** For links: an ordinary click stays in the page, all others are the browser's. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

const inTurkish = () => language() === "tr";

export const address = {
  room: (code: string) => `/room/${code}`,
  /** The address that one sends to others: in Turkish with the Turkish word. */
  invite: (code: string) => `/${inTurkish() ? "oda" : "room"}/${code}`,
  watch: (token: string) => `/watch/${token}`,
  replay: (door: string) => `/${inTurkish() ? "tekrar" : "replay"}/${door}`,
  verify: () => `/${inTurkish() ? "dogrula" : "verify"}`,
  text: (page: TextPage) => `/${TEXTS[page][inTurkish() ? 1 : 0]}`,
  /** The page to sign in, and from it back to where one is. */
  signIn: () => {
    const here = location.pathname + location.search;
    const back = current.name === "home" || current.name === "sign_in" ? "" : `?next=${encodeURIComponent(here)}`;
    return `/${inTurkish() ? "giris" : "sign-in"}${back}`;
  },
  whole: (path: string) => `${location.origin}${path}`,
};
