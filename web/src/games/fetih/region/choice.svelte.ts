/* What the player has chosen on the board and has not done yet: a region's window, an attack, a shipment. */

import type { JsonObject } from "../../../json";
import type { Refusal } from "../../../wire/messages";
import { regionsOf } from "../reading";
import { type Code } from "../rules/acting";
import { attackRefusal, type Forces, chance, defence, joined, strength, targets } from "../rules/battle";
import { room } from "../rules/building";
import { connected, shipRefusal } from "../rules/shipping";
import type { Scene } from "../scene.svelte";
import type { Force, RegionId, Unit } from "../tables";
import { attackCommand, changed, loaded, mended, suggested } from "./composing";

const NONE: ReadonlySet<RegionId> = new Set();

/** What is asked in the window: nothing but the region itself, whom to attack from it, or what to ship where. */
export type Asking = "region" | "target" | "shipment";

export class Choice {
  #region = $state<RegionId | null>(null);
  #asking = $state<Asking>("region");
  /** What was chosen for an attack; null: what is suggested. */
  #forces = $state.raw<Forces | null>(null);
  #from = $state<RegionId | null>(null);
  #isConfirming = $state(false);
  #units = $state.raw<Force | null>(null);
  #to = $state<RegionId | null>(null);
  /** The command given from this window that has not been dealt with yet. */
  #sent = $state.raw<JsonObject | null>(null);
  /** The chance that the server named against the one that was confirmed, and the view in which it did. */
  #named = $state.raw<{ readonly chance: number; readonly view: number } | null>(null);
  #turn = "";

  readonly #attack = $derived.by((): Forces => {
    const { reading } = this.scene;
    const to = this.#region;
    if (to === null || !this.scene.isActing || reading.regions[to]!.owner === reading.you) return new Map();
    if (this.#forces === null) return suggested(reading, to, this.#from);
    const possible = mended(reading, to, this.#forces);
    return possible.size === 0 && this.#forces.size > 0 ? suggested(reading, to) : possible;
  });

  constructor(private readonly scene: Scene) {
    this.#turn = this.#ownTurn();
  }

  /** The region whose window is open. */
  get selected(): RegionId | null {
    return this.#region;
  }

  get asking(): Asking {
    return this.scene.isActing ? this.#asking : "region";
  }

  /** The regions with a dashed outline (F100a). */
  get outlined(): ReadonlySet<RegionId> {
    const { reading, isMyTurn, isActing, you } = this.scene;
    if (isMyTurn && reading.phase === "draft") return new Set(reading.pickable);
    if (!isActing) return NONE;
    const selected = this.#region;
    const isOwn = selected !== null && reading.regions[selected]!.owner === you;
    if (this.#asking === "shipment" && selected !== null) {
      return new Set(this.destinations.filter((id) => room(reading.regions[id]!) > 0));
    }
    const from = isOwn ? [selected] : regionsOf(reading, you!);
    return new Set(from.flatMap((id) => targets(reading, id)));
  }

  /** A click on the board; null: beside all regions. */
  click(region: RegionId | null): void {
    if (region === null) return this.close();
    if (region === this.#region && this.asking === "region") return;
    if (this.asking === "shipment" && this.#region !== null) {
      if (region === this.#region) return;
      if (this.scene.reading.regions[region]!.owner === this.scene.you) return this.shipTo(region);
    }
    const isTarget = this.asking === "target" && targets(this.scene.reading, this.#region!).includes(region);
    const from = isTarget ? this.#region : null;
    this.#open(region);
    this.#from = from;
  }

  close(): void {
    this.#open(null);
  }

  #open(region: RegionId | null): void {
    this.#region = region;
    this.#sent = null;
    this.back();
  }

  /** Leave what is being put together, and see the region again. */
  back(): void {
    this.#asking = "region";
    this.#forces = null;
    this.#from = null;
    this.#units = null;
    this.#to = null;
    this.#isConfirming = false;
    this.#named = null;
  }

  // Attack

  /** The forces of the attack on the selected region, as far as they are possible now. */
  get attack(): Forces {
    return this.#attack;
  }

  get attackRefusal(): Code | null {
    return this.#region === null ? null : attackRefusal(this.scene.reading, this.#region, this.#attack);
  }

  /** The strengths on both sides. */
  get strengths(): { readonly attack: number; readonly defence: number } {
    const target = this.scene.reading.regions[this.#region!]!;
    return { attack: strength(joined(this.#attack)), defence: defence(target) };
  }

  /** The chance that is shown, and confirmed. */
  get chance(): number {
    if (this.refusal !== null && this.#named?.view === this.scene.view.number) return this.#named.chance;
    const { attack, defence } = this.strengths;
    return chance(attack, defence);
  }

  get isConfirming(): boolean {
    return this.#isConfirming && this.attackRefusal === null;
  }

  /** From an own region: choose whom to attack. */
  chooseTarget(): void {
    this.back();
    this.#asking = "target";
  }

  send(from: RegionId, unit: Unit, count: number): void {
    this.#forces = changed(this.#attack, from, unit, count);
    this.#isConfirming = false;
    this.#sent = null;
  }

  confirm(asked: boolean): void {
    this.#isConfirming = asked;
  }

  strike(): void {
    // What was confirmed is kept, should it come back.
    this.#forces = this.#attack;
    this.give(attackCommand(this.#region!, this.#attack, this.chance));
  }

  // Shipment

  chooseShipment(): void {
    this.back();
    this.#asking = "shipment";
  }

  /** Where soldiers of the selected region can get to, in board order, full regions too. */
  get destinations(): readonly RegionId[] {
    const from = this.#region;
    if (from === null || this.scene.you === null) return [];
    const land = connected(this.scene.reading, from);
    return regionsOf(this.scene.reading, this.scene.you).filter((id) => id !== from && land.has(id));
  }

  get destination(): RegionId | null {
    const to = this.#to;
    return to !== null && this.scene.reading.regions[to]!.owner === this.scene.you ? to : null;
  }

  shipTo(region: RegionId | null): void {
    this.#to = region;
  }

  get load(): Force {
    return loaded(this.scene.reading, this.#region!, this.destination, this.#units);
  }

  take(unit: Unit, count: number): void {
    this.#units = { ...this.load, [unit]: count };
  }

  /** Why the shipment cannot be made as it is; null too while no destination is chosen. */
  get shipmentRefusal(): Code | null {
    const to = this.destination;
    return to === null ? null : shipRefusal(this.scene.reading, this.#region!, to, this.load);
  }

  ship(): void {
    this.give({ type: "ship", from: this.#region!, to: this.destination!, units: { ...this.load } });
  }

  // What became of it

  give(command: JsonObject): void {
    this.#sent = command;
    this.#named = null;
    this.scene.play(command);
  }

  /** The refusal of what was given from this window last. */
  get refusal(): Refusal | null {
    const { refused } = this.scene.sight;
    return refused !== null && refused.command === this.#sent ? refused.refusal : null;
  }

  /** Take in what happened since the last time; called whenever the view or what is on its way changes. */
  follow(): void {
    const turn = this.#ownTurn();
    if (this.#turn !== "" && turn !== this.#turn) this.close();
    this.#turn = turn;
    this.#settle();
  }

  /** Which turn or choice of one's own it is; empty while it is not one's turn. */
  #ownTurn(): string {
    const { phase, round, picks } = this.scene.reading;
    return this.scene.isMyTurn ? `${phase} ${round} ${picks}` : "";
  }

  #settle(): void {
    const sent = this.#sent;
    if (sent === null || this.scene.sight.outbox.length > 0) return;
    const refusal = this.refusal;
    if (refusal === null) {
      this.#sent = null;
      // The board shows how a battle goes; what was shipped has left the window's region.
      if (sent.type === "attack") this.close();
      else if (sent.type === "ship") this.back();
    } else if (refusal.code === "chance_changed" && this.#named === null) {
      this.#named = { chance: Number(refusal.details.chance), view: this.scene.view.number };
      this.#isConfirming = true;
    }
  }
}
