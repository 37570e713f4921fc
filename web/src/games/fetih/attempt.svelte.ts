/* The last command given at one place of the table, so that its refusal is told there and nowhere else. */

import { explained } from "../../app/explain";
import type { JsonObject } from "../../json";
import type { Scene } from "./scene.svelte";

export class Attempt {
  #command = $state.raw<JsonObject | null>(null);
  #key = $state("");

  constructor(private readonly scene: () => Scene) {}

  /** `key` says to what of this place it belongs: an offer, a seat. */
  make(key: string, command: JsonObject): void {
    this.#key = key;
    this.#command = command;
    this.scene().play(command);
  }

  /** The refusal as a sentence; null as long as there is none. */
  get refusal(): string | null {
    const { refused } = this.scene().sight;
    return refused !== null && refused.command === this.#command ? explained(refused.refusal, "fetih") : null;
  }

  refusalOf(key: string): string | null {
    return this.#key === key ? this.refusal : null;
  }

  /** The refusal of what is not in sight any more. */
  refusalBeside(keys: readonly string[]): string | null {
    return keys.includes(this.#key) ? null : this.refusal;
  }
}
