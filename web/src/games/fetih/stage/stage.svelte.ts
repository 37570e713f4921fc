/* What happens on the table, one thing after another: dice that fall, a battle's needle, who lost what. */

import type { Scene } from "../scene.svelte";
import type { RegionId } from "../tables";

export class Stage {
  #lit = $state.raw<ReadonlySet<RegionId>>(new Set());

  constructor(protected readonly scene: Scene) {}

  /** The regions that glow now. */
  get lit(): ReadonlySet<RegionId> {
    return this.#lit;
  }

  /** Take in what was told since the last time; called whenever the story grows. */
  follow(): void {
    this.#lit = new Set();
  }
}
