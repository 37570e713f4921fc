/* Where in the page one is: the address and nothing else decides. */

import { language } from "../i18n/speak.svelte";

export type Route =
  | { readonly name: "home" }
  | { readonly name: "room"; readonly door: string; readonly watching: boolean }
  /** A game watched again; the door is a code or a watching link's token. */
  | { readonly name: "replay"; readonly door: string };

export function routeOf(path: string): Route {
  const [first, door] = path.split("/").filter((part) => part !== "");
  if (door === undefined) return { name: "home" };
  if (first === "room" || first === "oda") return { name: "room", door: decodeURIComponent(door).toUpperCase(), watching: false };
  if (first === "watch") return { name: "room", door: decodeURIComponent(door), watching: true };
  if (first === "replay" || first === "tekrar") return { name: "replay", door: decodeURIComponent(door) };
  return { name: "home" };
}

let current = $state.raw<Route>(routeOf(location.pathname));

window.addEventListener("popstate", () => {
  current = routeOf(location.pathname);
});

export function route(): Route {
  return current;
}

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
  go(link.pathname);
}

export const address = {
  room: (code: string) => `/room/${code}`,
  /** The address that one sends to others: in Turkish with the Turkish word. */
  invite: (code: string) => `/${language() === "tr" ? "oda" : "room"}/${code}`,
  watch: (token: string) => `/watch/${token}`,
  replay: (door: string) => `/${language() === "tr" ? "tekrar" : "replay"}/${door}`,
  whole: (path: string) => `${location.origin}${path}`,
};
