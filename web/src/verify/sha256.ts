/** SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). A browser has them only where a page comes over
 * TLS or from the machine itself; in a room's own network neither is so. */
import { joined } from "./bytes.js";

/** The first 32 bits of the fractional parts of roots of the first primes: they are computed, exactly,
 * so that no table can have a slip in it. */
function fractions(count: number, root: 2n | 3n): Uint32Array {
  const found = new Uint32Array(count);
  for (let prime = 2, n = 0; n < count; prime++) {
    if (!isPrime(prime)) continue;
    found[n++] = Number(wholeRoot(BigInt(prime) << (32n * root), root) & 0xffffffffn);
  }
  return found;
}

function isPrime(n: number): boolean {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false;
  return true;
}

/** The largest whole number whose square, or cube, is not above n. */
function wholeRoot(n: bigint, root: 2n | 3n): bigint {
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** root <= n) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const FIRST = fractions(8, 2n);
const ROUND = fractions(64, 3n);
export const BLOCK = 64;
export const DIGEST = 32;

/** The message, a one, zeros, and its length in bits. */
function padded(message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor((message.length * 8) / 2 ** 32));
  view.setUint32(whole.length - 4, (message.length * 8) >>> 0);
  return whole;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The words of one block, spread out to sixty-four. */
function schedule(view: DataView, at: number, w: Uint32Array): void {
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(at + 4 * t);
  for (let t = 16; t < 64; t++) {
    const a = w[t - 15] as number;
    const b = w[t - 2] as number;
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[t] = ((w[t - 16] as number) + s0 + (w[t - 7] as number) + s1) >>> 0;
  }
}

export function sha256(message: Uint8Array): Uint8Array {
  const whole = padded(message);
  const view = new DataView(whole.buffer);
  const state = Uint32Array.from(FIRST);
  const w = new Uint32Array(64);
  for (let at = 0; at < whole.length; at += BLOCK) {
    schedule(view, at, w);
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let t = 0; t < 64; t++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[t] as number) + (w[t] as number)) >>> 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = ((state[n] as number) + word) >>> 0));
  }
  const found = new Uint8Array(DIGEST);
  state.forEach((word, n) => new DataView(found.buffer).setUint32(4 * n, word));
  return found;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(whole.map((byte) => byte ^ 0x36), message));
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), inner));
}
