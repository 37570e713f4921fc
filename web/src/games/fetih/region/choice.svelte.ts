/* What the player has chosen on the board and has not done yet: a region's window, an attack, a shipment. */

import type { Scene } from "../scene.svelte";
import type { RegionId } from "../tables";

const NONE: ReadonlySet<RegionId> = new Set();

export class Choice {
  #region = $state<RegionId | null>(null);

  constructor(private readonly scene: Scene) {}

  /** The region whose window is open. */
  get selected(): RegionId | null {
    return this.#region;
  }

  /** The regions with a dashed outline (F100a). */
  get outlined(): ReadonlySet<RegionId> {
    return this.scene.isMyTurn ? NONE : NONE;
  }

  /** A click on the board; null: beside all regions. */
  click(region: RegionId | null): void {
    this.#region = region;
  }

  close(): void {
    this.#region = null;
  }
}
