/* What an address of this site stands for. */

/** Pages of text, each with its words for the address, the English one first. */
export const TEXTS = { privacy: ["privacy", "gizlilik"], about: ["about", "hakkinda"], contact: ["contact", "iletisim"] } as const;

export type TextPage = keyof typeof TEXTS;
export const PAGES = Object.keys(TEXTS) as readonly TextPage[];

export type Route =
  | { readonly name: "home" }
  | { readonly name: "room"; readonly door: string; readonly watching: boolean }
  /** A game watched again; the door is a code or a watching link's token. */
  | { readonly name: "replay"; readonly door: string }
  /** A game's file checked, from anybody. */
  | { readonly name: "verify" }
  /** `next`: the path to go to afterwards. */
  | { readonly name: "sign_in"; readonly next: string }
  | { readonly name: "text"; readonly page: TextPage };

/** A path of this site, whatever was written: who signs in is never sent elsewhere. */
export function ownPath(text: string | null): string {
  if (text === null || !text.startsWith("/")) return "/";
  const { origin, pathname, search } = new URL(text.replace(/^[/\\]+/, "/"), location.origin);
  return origin === location.origin ? pathname + search : "/";
}

/** A part of an address as it was meant; as it stands, where its encoding makes no sense. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `path` may have a search part. */
export function routeOf(path: string): Route {
  const { pathname, searchParams } = new URL(path, "http://divan");
  const [first, door] = pathname.split("/").filter((part) => part !== "");
  if (door === undefined) {
    if (first === "sign-in" || first === "giris") return { name: "sign_in", next: ownPath(searchParams.get("next")) };
    if (first === "verify" || first === "dogrula") return { name: "verify" };
    const page = PAGES.find((one) => TEXTS[one].some((word) => word === first));
    return page === undefined ? { name: "home" } : { name: "text", page };
  }
  if (first === "room" || first === "oda") return { name: "room", door: decoded(door).toUpperCase(), watching: false };
  if (first === "watch") return { name: "room", door: decoded(door), watching: true };
  if (first === "replay" || first === "tekrar") return { name: "replay", door: decoded(door) };
  return { name: "home" };
}
