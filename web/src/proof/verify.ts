/*
 * Checks a game by its file alone, trusting nobody (docs/chance.md, section 6).
 *
 * Entry by entry, as `divan verify` does, and in the same order: nothing ended before it, it follows from the former one,
 * the first begins a game whose seeds fit their hashes, the secret that it reveals is the one committed to, its draws
 * follow from the seeds. Then the log as a whole. The first that fails is named. What the events mean is the rules'
 * business, which a page does not know. The secret stands at the end of a log, and its hash at the beginning: it is
 * looked for first.
 */

import { toHex } from "../chance/hex";
import { sha256 } from "../chance/sha256";
import { type Begun, beginsOnce, chanceOf, holdDraws, holdSecret, holdSeeds, isKnown, readBegun, secretIn } from "./begun";
import { type Entry, type LoggedEvent, readEntry } from "./entry";
import { Fault, type Finding, NOTHING, type Recalled } from "./finding";
import type { ClaimedLog, GameFile, Header, Piece } from "./game_file";
import { concat, type Mac } from "./hmac";
import { Malformed } from "./malformed";
import { recallBeginning, recallHeads, recallTold, type Trace, type Witness } from "./witness";

/** What this browser remembers of the game that began so; null: nothing. */
export type Recall = (begun: Begun) => Witness | null;

/** Reading takes less than checking. */
const READING = 0.2;

/** The next game of a file. Yields how far it is, from 0 to 1, often enough to let others have a turn in between. */
export function* verify(file: GameFile, recall: Recall): Generator<number, Finding> {
  const reading = file.game();
  let read = reading.next();
  for (; !read.done; read = reading.next()) yield READING * read.value;
  const verifier = new Verifier(read.value, recall);
  let fault: Fault | null = null;
  try {
    for (const part of verifier.check()) yield READING + (1 - READING) * part;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = error;
  }
  return verifier.finding(fault);
}

class Verifier {
  #entries = 0;
  #draws = 0;
  #undrawn = 0;
  #isEnded = false;
  #begun: Begun | null = null;
  #chance: Mac | null = null;
  #witness: Witness | null = null;
  #recalled: Recalled = NOTHING;
  #first: Entry | null = null;
  #last: Entry | null = null;
  #hash: Uint8Array = new Uint8Array(32);
  readonly #traces: Trace[] = [];

  constructor(
    private readonly log: ClaimedLog,
    private readonly recall: Recall,
  ) {}

  /** Yields how far it is. Throws a Fault. */
  *check(): Generator<number, void> {
    const { pieces } = this.log;
    for (const [i, piece] of pieces.entries()) {
      this.#take(piece, i + 1);
      yield (i + 1) / pieces.length;
    }
    this.#asAWhole();
  }

  finding(fault: Fault | null): Finding {
    const { header, pieces } = this.log;
    return {
      header,
      fault,
      entries: this.#entries,
      draws: this.#draws,
      undrawn: this.#undrawn,
      isComplete: pieces.length > 0 && revealedIn(pieces.at(-1)!).length > 0,
      isFork: this.#first?.events.some(({ type }) => type === "PositionLoaded") ?? false,
      recalled: this.#recalled,
    };
  }

  #take(piece: Piece, seq: number): void {
    if (this.#isEnded) throw new Fault("end", seq);
    if ("check" in piece) throw new Fault(piece.check, seq);
    const hash = sha256(concat(this.#hash, piece.entry));
    if (toHex(hash) !== piece.hash) throw new Fault("chain", seq);
    const entry = readOr(piece.entry, new Fault("form", seq));
    if (!this.#isNext(entry, seq)) throw new Fault("order", seq);
    const begun = (this.#begun ??= this.#begin(entry));
    beginsOnce(entry);
    holdSecret(entry, begun);
    if (this.#chance !== null) holdDraws(entry, this.#chance);
    this.#count(entry);
    this.#isEnded = entry.events.some(({ type }) => type === "SecretRevealed");
    this.#first ??= entry;
    this.#last = entry;
    this.#hash = hash;
    this.#traces.push({ hash: piece.hash, entry });
  }

  #isNext(entry: Entry, seq: number): boolean {
    const [first, last] = [this.#first, this.#last];
    if (entry.seq !== seq) return false;
    if (first === null || last === null) return true;
    const isSameGame = entry.room === first.room && entry.game === first.game && entry.rules === first.rules;
    return isSameGame && entry.at >= last.at && entry.version >= last.version;
  }

  #begin(entry: Entry): Begun {
    const begun = readBegun(entry);
    this.#witness = this.recall(begun);
    if (this.#witness !== null) this.#recalled = { ...NOTHING, ...recallBeginning(this.#witness, begun) };
    holdSeeds(begun);
    const secret = this.#secret(begun);
    this.#chance = secret === null ? null : chanceOf(secret, begun);
    return begun;
  }

  /** The secret that was committed to, wherever it stands. */
  #secret(begun: Begun): Uint8Array | null {
    const { pieces } = this.log;
    for (let i = pieces.length - 1; i >= 0; i -= 1) {
      for (const event of revealedIn(pieces[i]!)) {
        const secret = secretIn(event, begun);
        if (secret !== null) return secret;
      }
    }
    return null;
  }

  #count({ draws }: Entry): void {
    const drawn = this.#chance === null ? 0 : draws.filter(isKnown).length;
    this.#entries += 1;
    this.#draws += drawn;
    this.#undrawn += draws.length - drawn;
  }

  /** What no single entry shows. */
  #asAWhole(): void {
    const [first, last, { header }] = [this.#first, this.#last, this.log];
    if (this.#witness !== null) {
      const heads = recallHeads(this.#witness, this.#traces);
      this.#recalled = { ...this.#recalled, heads, told: recallTold(this.#witness, this.#traces) };
    }
    if (header === null) throw new Fault("header", null);
    if (first === null || last === null) throw new Fault("begin", null);
    if (!this.#fits(header, first, last)) throw new Fault("header", null);
  }

  /** Whether the first line says nothing else than the log, as far as that can be seen without the rules. */
  #fits(header: Header, first: Entry, last: Entry): boolean {
    return (
      header.room === first.room &&
      header.game === first.game &&
      header.rules === first.rules &&
      header.entries === this.#entries &&
      header.head === toHex(this.#hash) &&
      header.began_at === first.at &&
      header.ended_at === last.at &&
      (header.result === null || this.#isEnded)
    );
  }
}

const LETTERS = new TextDecoder("latin1");

/** The secrets, true or not, that a piece of a log reveals. */
function revealedIn({ entry }: Piece): readonly LoggedEvent[] {
  if (!LETTERS.decode(entry).includes("SecretRevealed")) return [];
  try {
    return readEntry(entry).events.filter(({ type }) => type === "SecretRevealed");
  } catch (error) {
    if (error instanceof Malformed) return [];
    throw error;
  }
}

function readOr(bytes: Uint8Array, fault: Fault): Entry {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (error instanceof Malformed) throw fault;
    throw error;
  }
}
