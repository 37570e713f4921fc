/* Positions of Fetih that show only what matters: everything else is neutral, and it is seat 0's turn, dice thrown. */

import type { Reading, Region, SeatState, Trade } from "../../src/games/fetih/reading";
import { Scene } from "../../src/games/fetih/scene.svelte";
import { type Goods, PLACES } from "../../src/games/fetih/tables";
import type { JsonObject } from "../../src/json";
import type { RefusedCommand } from "../../src/room/sight";
import type { Room, View } from "../../src/wire/messages";
import type { Outbox } from "../../src/wire/outbox";

export function region(given: Partial<Region> = {}): Region {
  const units = { infantry: 1 };
  return { owner: null, resource: "wood", number: 6, units, used: {}, village: false, plundered: false, defence: "none", ...given };
}

function seat(given: Partial<SeatState> = {}): SeatState {
  return {
    colour: "blue",
    kind: "person",
    controller: "person",
    connected: true,
    missed_turns: 0,
    status: "playing",
    age: "sword",
    resource_count: 0,
    picked: [],
    ...given,
  };
}

/** An offer of one wood for two gold, to everybody. */
export function trade(given: Partial<Trade> = {}): Trade {
  return { id: 1, from: 1, to: null, give: { wood: 1 }, get: { gold: 2 }, declined: [], ...given };
}

export function position(
  regions: Readonly<Record<string, Partial<Region>>> = {},
  given: Partial<Reading> = {},
  resources: Goods = {},
): Reading {
  return {
    you: 0,
    phase: "play",
    order: [0, 1, 2],
    turn: 0,
    round: 2,
    rolled: true,
    picks: 6,
    last_roll: null,
    deadline: null,
    bank: { wood: 60, stone: 60, food: 60, gold: 60 },
    seats: [seat({ resources: { wood: 0, stone: 0, food: 0, gold: 0, ...resources } }), seat(), seat()],
    regions: Object.fromEntries(PLACES.map(({ id }) => [id, region(regions[id])])),
    alliances: [],
    alliance_offers: [],
    trades: [],
    out: [],
    winner: null,
    win_reason: null,
    ranking: [],
    continents: {},
    claims: [],
    pickable: [],
    ...given,
  };
}

/** A table where the position is set by hand, commands are kept, and answers come when they are given. */
export class FakeTable {
  #number = 0;
  view = $state.raw<View>(null!);
  outbox = $state.raw<Outbox>([]);
  refused = $state.raw<RefusedCommand | null>(null);
  played: JsonObject[] = [];
  readonly scene: Scene;

  constructor(reading: Reading) {
    this.show(reading);
    this.scene = new Scene(() => ({ sight: this.sight, room: {} as Room, view: this.view, mayPlay: true }));
  }

  show(reading: Reading): void {
    this.#number += 1;
    this.view = { number: this.#number, view: reading as unknown as JsonObject, options: [] } as unknown as View;
  }

  /** What was played last is taken, or refused. */
  answer(code?: string, details: JsonObject = {}): void {
    const command = this.played.at(-1)!;
    if (code !== undefined) this.refused = { command, refusal: { code, message: code, details } };
    this.outbox = [];
  }

  private get sight() {
    return {
      story: [],
      outbox: this.outbox,
      refused: this.refused,
      serverTime: (now: number) => now,
      play: (command: JsonObject) => {
        this.played.push(command);
        this.refused = null;
        this.outbox = [{ id: "1", seen: null, command, since: 0, silent: false }];
      },
    };
  }
}
