/* Where in the page one is: the address and nothing else decides. */

import { language } from "../i18n/speak.svelte";

/** Pages of text, each with its words for the address, the English one first. */
const TEXTS = { privacy: ["privacy", "gizlilik"], about: ["about", "hakkinda"], contact: ["contact", "iletisim"] } as const;

export type TextPage = keyof typeof TEXTS;
export const PAGES = Object.keys(TEXTS) as readonly TextPage[];

export type Route =
  | { readonly name: "home" }
  | { readonly name: "room"; readonly door: string; readonly watching: boolean }
  /** A game watched again; the door is a code or a watching link's token. */
  | { readonly name: "replay"; readonly door: string }
  /** `next`: the path to go to afterwards. */
  | { readonly name: "sign_in"; readonly next: string }
  | { readonly name: "text"; readonly page: TextPage };

/** A path of this site, whatever was written: who signs in is never sent elsewhere. */
export function ownPath(text: string | null): string {
  if (text === null || !text.startsWith("/")) return "/";
  const { origin, pathname, search } = new URL(text.replace(/^[/\\]+/, "/"), location.origin);
  return origin === location.origin ? pathname + search : "/";
}

/** `path` may have a search part. */
export function routeOf(path: string): Route {
  const { pathname, searchParams } = new URL(path, "http://divan");
  const [first, door] = pathname.split("/").filter((part) => part !== "");
  if (door === undefined) {
    if (first === "sign-in" || first === "giris") return { name: "sign_in", next: ownPath(searchParams.get("next")) };
    const page = PAGES.find((one) => TEXTS[one].some((word) => word === first));
    return page === undefined ? { name: "home" } : { name: "text", page };
  }
  if (first === "room" || first === "oda") return { name: "room", door: decodeURIComponent(door).toUpperCase(), watching: false };
  if (first === "watch") return { name: "room", door: decodeURIComponent(door), watching: true };
  if (first === "replay" || first === "tekrar") return { name: "replay", door: decodeURIComponent(door) };
  return { name: "home" };
}

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
  text: (page: TextPage) => `/${TEXTS[page][inTurkish() ? 1 : 0]}`,
  /** The page to sign in, and from it back to where one is. */
  signIn: () => {
    const here = location.pathname + location.search;
    const back = current.name === "home" || current.name === "sign_in" ? "" : `?next=${encodeURIComponent(here)}`;
    return `/${inTurkish() ? "giris" : "sign-in"}${back}`;
  },
  whole: (path: string) => `${location.origin}${path}`,
};
