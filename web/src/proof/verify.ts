/*
 * Checks a game by its file alone, trusting nobody (docs/chance.md, section 6).
 *
 * The entries are read once, in order: each must follow from the one before. The secret stands in the last, so the draws
 * are made again only then. What the events mean is the rules' business, which a page does not know: `divan verify`.
 */

import { fromHex, toHex } from "../chance/hex";
import { sha256 } from "../chance/sha256";
import { type Begun, isHex, readBegun } from "./begun";
import { BadAsk, ByteStream, isKnown, resolve, roomKey } from "./draws";
import { type Draw, type Entry, readEntry } from "./entry";
import { Fault, type Finding, NOTHING, type Recalled } from "./finding";
import type { Header, Line, Lines } from "./game_file";
import { concat, hmac } from "./hmac";
import { Malformed } from "./malformed";
import { equal } from "./plain";
import { recallBeginning, recallHeads, recallTold, type Trace, type Witness } from "./witness";

/** The way of drawing that this page knows. */
const CHANCE_VERSION = 1;

/** What this browser remembers of the game that began so; null: nothing. */
export type Recall = (begun: Begun) => Witness | null;

/** The next game of a file. Yields how far it is, from 0 to 1, often enough to let others have a turn in between. */
export function* verify(lines: Lines, recall: Recall): Generator<number, Finding> {
  const log = new Log();
  let header: Header | null = null;
  let fault: Fault | null = null;
  try {
    header = asForm(null, () => lines.header());
    yield* log.check(lines, header, recall);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error;
    lines.toNextGame();
  }
  const { entries, draws, undrawn, isComplete, isFork, recalled } = log;
  return { header, fault, entries, draws, undrawn, isComplete, isFork, recalled };
}

/** Reading takes about as long as drawing. */
const HALF = 0.5;

class Log {
  entries = 0;
  draws = 0;
  undrawn = 0;
  isFork = false;
  recalled: Recalled = NOTHING;
  #begun: Begun | null = null;
  #secret: string | null = null;
  #first: Entry | null = null;
  #last: Entry | null = null;
  #hash: Uint8Array = new Uint8Array(32);
  readonly #traces: Trace[] = [];
  readonly #drawn: { readonly seq: number; readonly draws: readonly Draw[] }[] = [];

  get isComplete(): boolean {
    return this.#secret !== null;
  }

  *check(lines: Lines, header: Header, recall: Recall): Generator<number, void> {
    for (let seq = 1; seq <= header.entries; seq += 1) {
      this.#append(seq, asForm(seq, () => lines.entry()));
      yield (HALF * seq) / header.entries;
    }
    yield* this.#drawAgain();
    this.#recall(recall);
    this.#hold(header);
  }

  #append(seq: number, line: Line): void {
    if (line.seq !== seq) throw new Fault("form", seq);
    const hash = sha256(concat(this.#hash, line.entry));
    if (toHex(hash) !== line.hash) throw new Fault("chain", seq);
    const entry = asForm(seq, () => readEntry(line.entry));
    if (!this.#isNext(entry, seq)) throw new Fault("order", seq);
    if (this.#secret !== null) throw new Fault("end", seq);
    if (seq === 1) this.#begun = readBegun(entry.events[0]);
    const revealed = entry.events.find(({ type }) => type === "SecretRevealed");
    if (revealed !== undefined) this.#secret = typeof revealed.secret === "string" ? revealed.secret : "";
    this.isFork ||= entry.events.some(({ type }) => type === "PositionLoaded");
    this.#first ??= entry;
    this.#last = entry;
    this.#hash = hash;
    this.#traces.push({ hash: line.hash, entry });
    this.#drawn.push({ seq, draws: entry.draws });
    this.entries = seq;
  }

  #isNext(entry: Entry, seq: number): boolean {
    const [first, last] = [this.#first, this.#last];
    if (entry.seq !== seq) return false;
    if (first === null || last === null) return true;
    return entry.room === first.room && entry.game === first.game && entry.rules === first.rules && entry.at >= last.at;
  }

  *#drawAgain(): Generator<number, void> {
    const all = this.#drawn.reduce((sum, { draws }) => sum + draws.length, 0);
    if (this.#secret === null || this.#begun!.chance !== CHANCE_VERSION) {
      this.undrawn = all;
      return;
    }
    const { commitment, seats } = this.#begun!;
    const secret = fromHex(this.#secret);
    if (!isHex(this.#secret) || toHex(sha256(secret)) !== commitment) throw new Fault("commitment", this.entries);
    const mac = hmac(roomKey(secret, seats.map(({ seed }) => (seed === null ? null : fromHex(seed)))));
    for (const { seq, draws } of this.#drawn) {
      for (const [number, { ask, outcome }] of draws.entries()) {
        if (!isKnown(ask)) {
          this.undrawn += 1;
          continue;
        }
        if (!isDrawn({ ask, outcome }, new ByteStream(mac, seq, number))) throw new Fault("draw", seq);
        this.draws += 1;
        yield HALF + (HALF * (this.draws + this.undrawn)) / all;
      }
    }
  }

  #recall(recall: Recall): void {
    const witness = recall(this.#begun!);
    if (witness === null) return;
    const beginning = recallBeginning(witness, this.#begun!);
    const heads = recallHeads(witness, this.#traces);
    this.recalled = { ...beginning, heads, told: recallTold(witness, this.#traces) };
  }

  /** The first line of the file says nothing that the log does not. */
  #hold(header: Header): void {
    const [first, last] = [this.#first!, this.#last!];
    const isSame =
      header.room === first.room &&
      header.game === first.game &&
      header.rules === first.rules &&
      header.head === toHex(this.#hash) &&
      header.began_at === first.at &&
      header.ended_at === last.at &&
      (header.result !== null) === this.isComplete;
    if (!isSame) throw new Fault("header", null);
  }
}

function isDrawn({ ask, outcome }: Pick<Draw, "ask" | "outcome">, stream: ByteStream): boolean {
  // A throw of as many dice as nobody has seen would take for ever.
  if (Array.isArray(outcome) && typeof ask.count === "number" && ask.count !== outcome.length) return false;
  try {
    return equal(resolve(ask, stream.below), outcome);
  } catch (error) {
    if (error instanceof BadAsk) return false;
    throw error;
  }
}

function asForm<Read>(entry: number | null, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) throw new Fault("form", entry);
    throw error;
  }
}
