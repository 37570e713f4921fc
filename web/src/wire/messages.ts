/* What the edge and the page say to each other (docs/api.md). */

import type { Json, JsonObject } from "../json";

export type Status = "waiting" | "starting" | "running" | "over" | "closed";

export interface Me {
  readonly name: string;
  readonly guest: boolean;
  readonly rooms: readonly MyRoom[];
}

export interface MyRoom {
  readonly code: string;
  readonly game: string;
  readonly status: Status;
  readonly seat: number;
}

export interface Game {
  readonly name: string;
  readonly seats: { readonly min: number; readonly max: number };
  readonly setup: JsonObject;
  readonly bots: readonly string[];
  /** Whether its rooms may stand in the public list. */
  readonly listable: boolean;
}

export interface Site {
  /** An e-mail address or URL of who runs it, if they named one. */
  readonly contact: string | null;
}

interface Opening {
  readonly listed?: boolean;
  readonly seed_hash?: string;
  /** Where its owner sits. */
  readonly seat?: number;
  readonly bots?: readonly string[];
  readonly start?: boolean;
}

export interface NewGame extends Opening {
  readonly game: string;
  readonly options?: JsonObject;
  readonly seats?: number;
}

/** A game that goes on from another one, as it stood after the entry `at` of its log. */
export interface Fork extends Opening {
  readonly from: { readonly room: string; readonly at: number };
}

export type OpenRoom = NewGame | Fork;

export interface Seat {
  readonly seat: number;
  readonly player: "person" | "bot" | null;
  readonly name: string | null;
  readonly bot: string | null;
  readonly connected: boolean | null;
  readonly muted: boolean;
  readonly sat_in: boolean;
}

export interface Room {
  readonly code: string | null;
  readonly watch: string | null;
  readonly game: string;
  readonly options: JsonObject;
  readonly status: Status;
  readonly listed: boolean;
  readonly seat: number | null;
  readonly owner: number | null;
  readonly seats: readonly Seat[];
  readonly commitment: string | null;
  readonly result: Result | null;
  readonly reason: string | null;
}

export interface ListedRoom {
  readonly code: string;
  readonly watch: string;
  readonly game: string;
  readonly status: Status;
  readonly owner: string | null;
  readonly seats: number;
  readonly free: number;
  readonly opened_at: number;
}

export interface Standing {
  readonly outcome: "won" | "lost" | "drew";
  readonly place: number;
  readonly score: number | null;
}

export interface Result {
  readonly reason: string;
  readonly seats: readonly Standing[];
}

export interface Option {
  readonly command: JsonObject;
  readonly fields: JsonObject;
}

export interface Wait {
  readonly seats: readonly number[];
  readonly ends_at: number | null;
}

/** The document that deltas change. */
export interface View {
  readonly number: number;
  /** Of the entry in the log; null until the game is over. */
  readonly seq: number | null;
  readonly at: number;
  readonly head: string;
  readonly view: JsonObject;
  readonly options: readonly Option[];
  readonly wait: Wait | null;
  readonly result: Result | null;
  readonly players: readonly ("person" | "bot")[] | null;
}

/** An event as a reader is told it. */
export type ToldEvent = JsonObject & { readonly type: string };

export interface Told {
  readonly number: number;
  readonly at: number;
  readonly told: readonly ToldEvent[];
  readonly command?: JsonObject | null;
}

export interface LogPage {
  readonly told: readonly Told[];
  readonly next: number | null;
}

export interface Chat {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly seat: number | null;
  readonly channel: string;
  readonly text: string;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: JsonObject;
}

/** `[path, value]` sets, `[path]` removes. */
export type Change = readonly [path: readonly (string | number)[], value?: Json];

/** A view and what changes in it to those right after it. */
export interface PositionsPage {
  readonly first: View;
  readonly then: readonly { readonly number: number; readonly changes: readonly Change[] }[];
  readonly next: number | null;
}

export interface Welcome {
  readonly type: "welcome";
  readonly boot: string;
  readonly now: number;
  readonly room: Room;
  readonly seat: number | null;
  readonly view: View | null;
  readonly missed: readonly Told[];
  readonly chat: readonly Chat[];
}

export interface ViewMessage extends View {
  readonly type: "view";
  readonly former: number;
  readonly told: readonly ToldEvent[];
}

export interface DeltaMessage {
  readonly type: "delta";
  readonly number: number;
  readonly former: number;
  readonly told: readonly ToldEvent[];
  readonly changes: readonly Change[];
}

export type FromServer =
  | Welcome
  | ViewMessage
  | DeltaMessage
  | { readonly type: "told"; readonly entries: readonly Told[] }
  | {
      readonly type: "accepted";
      readonly id: string;
      readonly number: number | null;
      readonly head: string | null;
      readonly repeated: boolean;
    }
  | ({ readonly type: "rejected"; readonly id: string } & Refusal)
  | { readonly type: "outcome_unknown"; readonly id: string; readonly message: string }
  | ({ readonly type: "chat" } & Chat)
  | ({ readonly type: "chat_refused"; readonly id: string } & Refusal)
  | { readonly type: "unsaid"; readonly ids: readonly string[] }
  | { readonly type: "room"; readonly room: Room }
  | { readonly type: "presence"; readonly seat: number; readonly connected: boolean }
  | { readonly type: "seed_accepted"; readonly seat: number }
  | { readonly type: "pong"; readonly n: number | null; readonly now: number }
  | ({ readonly type: "error" } & Refusal);

export type ToServer =
  | { readonly type: "command"; readonly id: string; readonly seen: number | null; readonly command: JsonObject }
  | { readonly type: "chat"; readonly id: string; readonly text: string; readonly channel: string }
  | { readonly type: "seed"; readonly seed: string }
  | { readonly type: "ping"; readonly n: number }
  | { readonly type: "resync" }
  | { readonly type: "here" };

/** Why the edge closed a socket, where coming again is not the answer. */
export const CLOSED = { session: 4401, removed: 4403, room: 4404, seat: 4410, banned: 4411 } as const;
