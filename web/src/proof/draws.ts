/* From a room's key to the outcomes of its draws (docs/chance.md, sections 1 to 4). */

import { concat, hmac, type Mac } from "./hmac";
import { fewest, isPlainList, type Plain, type PlainObject } from "./plain";

const ascii = (text: string) => new TextEncoder().encode(text);

const LABEL = ascii("divan-chance-1");
const SEEDS_LABEL = ascii("divan-seeds-1");
const WIDEST = 2 ** 48;
/** No game draws so many pieces at once: a log that claims it would keep the page busy for ever. */
const MOST_PIECES = 1 << 20;

/** A uniform integer from 0 up to, not including, its argument. */
export type Below = (n: number) => number;

/** An ask that nobody can answer, or that this page does not know. */
export class BadAsk extends Error {}

/** The key of a room's draws, from its secret and the seeds in seat order (null: not given). */
export function roomKey(secret: Uint8Array, seeds: readonly (Uint8Array | null)[]): Uint8Array {
  const parts = seeds.map((seed) => (seed === null ? Uint8Array.of(0) : concat(Uint8Array.of(1), bigEndian(seed.length), seed)));
  return hmac(secret)(concat(SEEDS_LABEL, ...parts));
}

function bigEndian(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return new Uint8Array(bytes.buffer);
}

/** The bytes of one draw: blocks of 32, numbered from 0. */
export class ByteStream {
  readonly #message = new DataView(new ArrayBuffer(30));
  #bytes = new Uint8Array();
  #at = 0;
  #block = 0;

  constructor(
    private readonly mac: Mac,
    entry: number,
    draw: number,
  ) {
    new Uint8Array(this.#message.buffer).set(LABEL);
    this.#message.setBigUint64(14, BigInt(entry));
    this.#message.setUint32(22, draw);
  }

  block(number: number): Uint8Array {
    this.#message.setUint32(26, number);
    return this.mac(new Uint8Array(this.#message.buffer));
  }

  readonly below: Below = (n) => {
    if (!(n >= 1 && n <= WIDEST)) throw new BadAsk(`a draw is among 1 to 2^48 values, not among ${n}`);
    if (n === 1) return 0;
    let width = 0;
    let space = 1;
    while (space < n) {
      width += 1;
      space *= 256;
    }
    // Values from here on would favour the small remainders: they are thrown away.
    const limit = space - (space % n);
    for (;;) {
      const value = this.#take(width);
      if (value < limit) return value % n;
    }
  };

  /** Up to 6 bytes as an integer. */
  #take(count: number): number {
    let value = 0;
    for (let taken = 0; taken < count; taken += 1) {
      if (this.#at === this.#bytes.length) {
        this.#bytes = this.block(this.#block) as Uint8Array<ArrayBuffer>;
        this.#block += 1;
        this.#at = 0;
      }
      value = value * 256 + this.#bytes[this.#at]!;
      this.#at += 1;
    }
    return value;
  }
}

type Resolve = (ask: PlainObject, below: Below) => Plain;

const KINDS: Readonly<Record<string, Resolve>> = {
  integer: (ask, below) => {
    const low = BigInt(whole(ask.low));
    return fewest(low + BigInt(below(Number(BigInt(whole(ask.high)) - low + 1n))));
  },
  dice: (ask, below) => {
    const sides = Number(whole(ask.sides));
    return Array.from({ length: pieces(ask.count) }, () => 1 + below(sides));
  },
  choice: (ask, below) => {
    const items = list(ask.items);
    return items[below(items.length)]!;
  },
  sample: (ask, below) => order(list(ask.items), pieces(ask.count), below),
  shuffle: (ask, below) => order(list(ask.items), list(ask.items).length, below),
  spread: (ask, below) => {
    const items = list(ask.items);
    const count = pieces(ask.count);
    if (items.length === 0) throw new BadAsk("nothing to spread");
    const rounds = Array.from({ length: Math.floor(count / items.length) }, () => items).flat();
    return order([...rounds, ...order(items, count % items.length, below)], count, below);
  },
  subset: (ask, below) => subset(stock(ask.stock), pieces(ask.count), below),
};

/** The outcome of an ask, from uniform integers. Throws BadAsk. */
export function resolve(ask: PlainObject, below: Below): Plain {
  if (typeof ask.kind !== "string" || !Object.hasOwn(KINDS, ask.kind)) throw new BadAsk("no such kind of draw");
  return KINDS[ask.kind]!(ask, below);
}

function order(items: readonly Plain[], count: number, below: Below): readonly Plain[] {
  if (count > items.length) throw new BadAsk(`${count} of ${items.length} items`);
  const left = [...items];
  for (let place = 0; place < count; place += 1) {
    const other = place + below(left.length - place);
    [left[place], left[other]] = [left[other]!, left[place]!];
  }
  return left.slice(0, count);
}

function subset(stock: ReadonlyMap<string, number>, count: number, below: Below): Plain {
  const left = [...stock.values()];
  let all = left.reduce((sum, number) => sum + number, 0);
  if (count > all) throw new BadAsk(`${count} of ${all} pieces`);
  // Each piece is looked for among all kinds.
  if (count * left.length > MOST_PIECES) throw new BadAsk("too many pieces of too many kinds");
  for (let taken = 0; taken < count; taken += 1, all -= 1) {
    let piece = below(all);
    let kind = 0;
    while (piece >= left[kind]!) {
      piece -= left[kind]!;
      kind += 1;
    }
    left[kind]! -= 1;
  }
  const taken = [...stock].map(([item, number], kind) => [item, number - left[kind]!] as const);
  return Object.fromEntries(taken.filter(([, number]) => number > 0));
}

function stock(value: Plain | undefined): ReadonlyMap<string, number> {
  return new Map(
    list(value).map((pair) => {
      const [item, number] = list(pair);
      if (typeof item !== "string") throw new BadAsk("an item of the stock has no name");
      return [item, pieces(number)];
    }),
  );
}

function whole(value: Plain | undefined): number | bigint {
  if (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value))) return value;
  throw new BadAsk(`no whole number: ${String(value)}`);
}

function pieces(value: Plain | undefined): number {
  const count = whole(value);
  if (count < 0 || count > MOST_PIECES) throw new BadAsk(`${count} pieces`);
  return Number(count);
}

function list(value: Plain | undefined): readonly Plain[] {
  if (!isPlainList(value)) throw new BadAsk("no list");
  return value;
}
