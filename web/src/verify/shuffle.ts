/** The computation of an order: everything follows from the seed of the shoe (docs/fairness.md). */
import { joined, number, text } from "./bytes.js";
import { leaf, root, topOf } from "./merkle.js";
import { hmac, sha256 } from "./sha256.js";

export type StreamName = "deck" | "cup";
const STREAMS: Record<StreamName, number> = { deck: 0, cup: 1 };
export const SALT_BYTES = 16;
const WORDS = 2 ** 32;
const SIDES = 6;

/** The table, shoe and shuffle in bytes: part of every leaf, every root and every key. */
export function contextOf(table: string, shoe: number, stream: StreamName, epoch: number): Uint8Array {
  const name = text(table);
  return joined(number(name.length, 2), name, number(shoe, 8), number(STREAMS[stream], 1), number(epoch, 4));
}

/** Return the hash that commits the room to the seed of a shoe. */
export function commitment(table: string, shoe: number, seed: Uint8Array): Uint8Array {
  const name = text(table);
  return sha256(joined(Uint8Array.of(3), number(name.length, 2), name, number(shoe, 8), seed));
}

/** A key for one purpose: HMAC over the parts, each after its length. */
export function derive(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  return hmac(key, joined(...parts.flatMap((part) => [number(part.length, 4), part])));
}

/** An endless row of numbers that follows from its key alone. */
export class Stream {
  private blocks = 0;
  private words: number[] = [];

  constructor(private readonly key: Uint8Array) {}

  block(): Uint8Array {
    return hmac(this.key, number(this.blocks++, 8));
  }

  word(): number {
    if (this.words.length === 0) {
      const view = new DataView(this.block().buffer);
      this.words = Array.from({ length: 8 }, (_, n) => view.getUint32(4 * n));
    }
    return this.words.shift() as number;
  }

  /** A number from 0 to n − 1: words from the largest multiple of n on are passed over. */
  below(n: number): number {
    const end = WORDS - (WORDS % n);
    let word = this.word();
    while (word >= end) word = this.word();
    return word % n;
  }

  /** Pieces in random order: from the last place down, each gets one of those up to it. */
  shuffled(pieces: readonly number[]): number[] {
    const order = [...pieces];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other] as number, order[last] as number];
    }
    return order;
  }
}

/** The order in which some pieces lie; they are laid out lowest first before the shuffle. */
export function deckOrder(seed: Uint8Array, context: Uint8Array, pieces: readonly number[]): number[] {
  return new Stream(derive(seed, text("order"), context)).shuffled([...pieces].sort((a, b) => a - b));
}

/** The dice that a cup will show. */
export function cupOrder(seed: Uint8Array, context: Uint8Array, n: number): number[] {
  const stream = new Stream(derive(seed, text("order"), context));
  return Array.from({ length: n }, () => stream.below(SIDES) + 1);
}

/** Return the salts that keep the leaves secret: halves of the blocks of one stream. */
export function salts(seed: Uint8Array, context: Uint8Array, n: number): Uint8Array[] {
  const stream = new Stream(derive(seed, text("salt"), context));
  const blocks = joined(...Array.from({ length: Math.ceil(n / 2) }, () => stream.block()));
  return Array.from({ length: n }, (_, at) => blocks.slice(at * SALT_BYTES, (at + 1) * SALT_BYTES));
}

/** The root of an order that a seed makes. */
export function rootOf(seed: Uint8Array, context: Uint8Array, order: readonly number[]): Uint8Array {
  const salted = salts(seed, context, order.length);
  const leaves = order.map((piece, at) => leaf(context, at, piece, salted[at] as Uint8Array));
  return root(context, order.length, topOf(leaves));
}
