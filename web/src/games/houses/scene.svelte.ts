/* What all parts of the table look at: the view, the sheet that is being written, and what may be done now. */

import { explained } from "../../app/explain";
import type { Json, JsonObject } from "../../json";
import { TableScene } from "../table_scene";
import { asked, begin, command, type Draft, follow } from "./orders/draft";
import * as drafts from "./orders/draft";
import { offered, orderSchemas } from "./orders/offers";
import { type NobleId, type Order, ownHouse, read, type Standing } from "./reading";

export class Scene extends TableScene {
  readonly reading = $derived.by(() => read(this.view.view));
  readonly house = $derived.by(() => ownHouse(this.reading));
  readonly draft: Draft = $derived.by(() =>
    this.#written === null ? begin(this.reading) : follow(this.#written, this.reading),
  );
  readonly question = $derived.by(() => asked(this.draft, this.view.options));
  readonly schemas = $derived.by(() => orderSchemas(this.view.options));
  #written = $state.raw<Draft | null>(null);
  #given = $state.raw<JsonObject | null>(null);

  /** Whether this reader writes orders: a seat of a house in a game under way. */
  get isInPlay(): boolean {
    return this.reading.you !== null && this.reading.phase === "orders" && this.view.options.length > 0;
  }

  get isOver(): boolean {
    return this.reading.phase === "over";
  }

  get isOthersSheet(): boolean {
    return this.mayPlay && this.view.options.some((option) => option.command.type === "confirm_orders");
  }

  /** Why the sheet that was given last was refused; null if it was not. */
  get refusal(): string | null {
    const { refused } = this.sight;
    return refused !== null && refused.command === this.#given ? explained(refused.refusal, "houses") : null;
  }

  offered(by: NobleId): ReadonlySet<string> {
    return offered(this.schemas, by);
  }

  /** Whether it answers what is asked now. */
  isChoice(value: Json): boolean {
    return this.question?.choices.includes(value) ?? false;
  }

  pick(by: NobleId, activity: string): void {
    this.#written = drafts.pick(this.draft, this.reading, this.view.options, by, activity);
  }

  choose(value: Json): void {
    this.#written = drafts.choose(this.draft, this.reading, this.view.options, value);
  }

  back(): void {
    this.#written = drafts.back(this.draft);
  }

  cancel(): void {
    this.#written = drafts.cancel(this.draft);
  }

  remove(order: Order): void {
    this.#written = drafts.remove(this.draft, order);
  }

  instruct(standing: Partial<Standing>): void {
    this.#written = drafts.instruct(this.draft, standing);
  }

  restore(): void {
    this.#written = drafts.restore(this.draft);
  }

  give(): void {
    this.#play(command(this.draft));
  }

  confirm(): void {
    this.#play({ type: "confirm_orders" });
  }

  #play(given: JsonObject): void {
    this.#given = given;
    this.sight.play(given);
  }
}
