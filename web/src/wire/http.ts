/* The edge's HTTP routes, each a function (docs/api.md). */

import type { Json, JsonObject } from "../json";
import { isObject } from "../json";
import type { Game, ListedRoom, LogPage, Me, OpenRoom, PositionsPage, Refusal, Room, Site } from "./messages";

/** The edge said no: code, sentence and details of its answer. */
export class Refused extends Error implements Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: JsonObject,
  ) {
    super(message);
  }
}

/** No answer came, or none that the edge gives. */
export class Unreachable extends Error {}

let asked = "en";

/** The language for the sentences of refusals. */
export function answerIn(language: string): void {
  asked = language;
}

/** Throws Refused or Unreachable. */
async function ask(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: {
        "Accept-Language": asked,
        "X-Divan-Request": "page",
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  } catch {
    throw new Unreachable(path);
  }
  if (response.ok) return response;
  const answer: Json = await response.json().catch(() => null);
  if (isObject(answer) && typeof answer.code === "string") {
    const details = isObject(answer.details) ? answer.details : {};
    throw new Refused(response.status, answer.code, String(answer.message ?? answer.code), details);
  }
  throw new Unreachable(path);
}

async function call<Answer>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const response = await ask(method, path, body, signal);
  if (response.status === 204) return undefined as Answer;
  const answer: Json = await response.json().catch(() => null);
  if (answer === null) throw new Unreachable(path);
  return answer as Answer;
}

/** A file as it is; one that is cut off on the way counts as none. */
async function fetchFile(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await ask("GET", path, undefined, signal);
  return response.blob().catch(() => {
    throw new Unreachable(path);
  });
}

const room = (door: string, rest = "") => `rooms/${encodeURIComponent(door)}${rest}`;

/** Where the game's file is, for the browser to save it. */
export const gameFile = (door: string) => `/api/${room(door, "/game")}`;

export const edge = {
  me: () => call<Me>("GET", "me"),
  guest: () => call<{ me: Me }>("POST", "guests", {}),
  signUp: (username: string, password: string) => call<{ me: Me }>("POST", "accounts", { username, password }),
  signIn: (username: string, password: string) => call<{ me: Me }>("POST", "sessions", { username, password }),
  signOut: () => call<void>("DELETE", "sessions/current"),
  /** For good; a guest has no password. */
  eraseMe: (password: string | null) => call<void>("DELETE", "me", password === null ? {} : { password }),

  site: () => call<Site>("GET", "site"),
  games: () => call<{ games: Game[] }>("GET", "games"),
  listed: () => call<{ rooms: ListedRoom[] }>("GET", "rooms"),

  open: (asked: OpenRoom) => call<Room>("POST", "rooms", asked),
  look: (door: string) => call<Room>("GET", room(door)),
  sit: (door: string, seed_hash: string, seat?: number) =>
    call<Room>("POST", room(door, "/seats"), { seed_hash, ...(seat !== undefined && { seat }) }),
  addBot: (door: string, seat: number, kind: string) => call<Room>("POST", room(door, "/bots"), { seat, kind }),
  remove: (door: string, seat: number) => call<Room>("DELETE", room(door, `/seats/${seat}`)),
  start: (door: string) => call<Room>("POST", room(door, "/start"), {}),
  close: (door: string) => call<Room>("POST", room(door, "/close"), {}),
  mute: (door: string, seat: number, muted: boolean) => call<Room>("POST", room(door, "/mutes"), { seat, muted }),
  /** The room as its replay shows it: also a closed one, whose game is over. */
  replayed: (door: string) => call<Room>("GET", room(door, "/replay")),
  log: (door: string, from: number) => call<LogPage>("GET", room(door, `/log?from=${from}&limit=200`)),
  /** The log and the positions as they are seen with certain eyes: a seat's, or "public". */
  logOf: (door: string, eyes: string | number, from: number, signal: AbortSignal) =>
    call<LogPage>("GET", room(door, `/log?from=${from}&limit=200&seat=${eyes}`), undefined, signal),
  positions: (door: string, eyes: string | number, from: number, limit: number, signal: AbortSignal) =>
    call<PositionsPage>("GET", room(door, `/positions?from=${from}&limit=${limit}&seat=${eyes}`), undefined, signal),
  /** The whole game as a file, once it is over. */
  game: (door: string, signal: AbortSignal) => fetchFile(room(door, "/game"), signal),
};
