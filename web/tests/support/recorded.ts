/* An edge with one recorded game: every reader's log and positions, in pages and ranges as the real one gives them. */

import type { JsonObject } from "../../src/json";
import type { Change, Room, Told, View } from "../../src/wire/messages";

export const LENGTH = 120;
/** A turn is so many numbers long. */
export const TURN = 6;

export function room(more: Partial<Room> = {}): Room {
  const seat = (number: number) => ({
    seat: number, player: "person", name: `P${number}`, bot: null, connected: true, muted: false, sat_in: false,
  });
  return {
    code: "ABCDEF", watch: "token", game: "tictactoe", options: {}, status: "over", listed: false, seat: 0, owner: 0,
    seats: [seat(0), seat(1)], commitment: null, result: null, reason: null,
    ...more,
  } as Room;
}

export class Recorded {
  room = room();
  /** How many numbers a reader has; the readers' times are the same, their numbers are not. */
  lengths: Record<string, number> = { public: LENGTH, "0": LENGTH, "1": LENGTH / 2 };
  asked: string[] = [];
  /** The next so many requests fail as if the line were cut. */
  cuts = 0;
  /** Requests wait until they are let go. */
  isHolding = false;
  #held: (() => void)[] = [];
  /** Ranges end before this number as if too much changed there. */
  breaks = 0;

  readonly fetch = async (address: string, { signal }: RequestInit = {}): Promise<Response> => {
    this.asked.push(address);
    if (this.cuts > 0) {
      this.cuts -= 1;
      throw new TypeError("the line is cut");
    }
    if (this.isHolding) await new Promise<void>((go) => this.#held.push(go));
    if (signal?.aborted) throw new DOMException("called off", "AbortError");
    return new Response(JSON.stringify(this.#answer(new URL(address, "http://divan.test"))));
  };

  letGo(): void {
    this.isHolding = false;
    for (const go of this.#held.splice(0)) go();
  }

  ranges(): string[] {
    return this.asked.filter((address) => address.includes("/positions?"));
  }

  time(eyes: string, number: number): number {
    return 1_000_000 + number * (eyes === "1" ? 2_000 : 1_000);
  }

  #answer(url: URL): object {
    const asked = (name: string) => Number(url.searchParams.get(name));
    const eyes = url.searchParams.get("seat") ?? "public";
    const last = this.lengths[eyes]!;
    if (url.pathname.endsWith("/log")) {
      const told: Told[] = [];
      for (let n = asked("from"); n <= Math.min(last, asked("from") + 49); n += 1) {
        told.push({ number: n, at: this.time(eyes, n), told: [{ type: "Counted", to: n }] });
      }
      const next = (told.at(-1)?.number ?? last) + 1;
      return { told, next: next <= last ? next : null };
    }
    if (url.pathname.endsWith("/positions")) {
      const from = asked("from");
      let end = Math.min(last, from + asked("limit") - 1);
      if (from < this.breaks && end >= this.breaks) end = this.breaks - 1;
      const then = [];
      for (let number = from + 1; number <= end; number += 1) then.push({ number, changes: this.#changes(eyes, number) });
      return { first: this.view(eyes, from), then, next: end < last ? end + 1 : null };
    }
    return this.room;
  }

  view(eyes: string, number: number): View {
    return {
      number, seq: number, at: this.time(eyes, number), head: "00", view: { eyes, count: number } as JsonObject, options: [],
      wait: { seats: [Math.floor((number - 1) / TURN) % 2], ends_at: null }, result: null, players: null,
    };
  }

  #changes(eyes: string, number: number): Change[] {
    const next = this.view(eyes, number);
    return [
      [["view", "count"], number],
      [["wait", "seats"], [...next.wait!.seats]],
      [["number"], number],
      [["seq"], number],
      [["at"], next.at],
    ];
  }
}
