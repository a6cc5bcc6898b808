/** Signatures of Ed25519, checked (RFC 8032), and SHA-512, which they need (FIPS 180-4). Nothing here
 * is secret, so nothing has to take the same time for every key. */
import { same } from "./bytes.js";

const WORD = 0xffffffffffffffffn;
const BLOCK = 128;

/** The first 64 bits of the fractional parts of roots of the first primes, computed exactly. */
function fractions(count: number, root: 2n | 3n): bigint[] {
  const found: bigint[] = [];
  for (let prime = 2n; found.length < count; prime++) {
    if (isPrime(prime)) found.push(wholeRoot(prime << (64n * root), root) & WORD);
  }
  return found;
}

function isPrime(n: bigint): boolean {
  for (let by = 2n; by * by <= n; by++) if (n % by === 0n) return false;
  return true;
}

/** The largest whole number whose square, or cube, is not above n. */
function wholeRoot(n: bigint, root: 2n | 3n): bigint {
  let [low, high] = [0n, 1n << 72n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** root <= n) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const FIRST = fractions(8, 2n);
const ROUND = fractions(80, 3n);

function turned(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & WORD;
}

export function sha512(message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil((message.length + 17) / BLOCK) * BLOCK);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(message.length) * 8n);
  let state = FIRST;
  for (let at = 0; at < whole.length; at += BLOCK) {
    const after = mixed(state, schedule(view, at));
    state = state.map((word, n) => (word + (after[n] ?? 0n)) & WORD);
  }
  const found = new Uint8Array(64);
  state.forEach((word, n) => new DataView(found.buffer).setBigUint64(8 * n, word));
  return found;
}

/** The words of one block, spread out to eighty. */
function schedule(view: DataView, at: number): bigint[] {
  const w = Array.from({ length: 16 }, (_, t) => view.getBigUint64(at + 8 * t));
  for (let t = 16; t < 80; t++) {
    const [a, b] = [w[t - 15] as bigint, w[t - 2] as bigint];
    const s0 = turned(a, 1n) ^ turned(a, 8n) ^ (a >> 7n);
    const s1 = turned(b, 19n) ^ turned(b, 61n) ^ (b >> 6n);
    w.push(((w[t - 16] as bigint) + s0 + (w[t - 7] as bigint) + s1) & WORD);
  }
  return w;
}

/** The state after the eighty rounds of one block. */
function mixed(state: readonly bigint[], w: readonly bigint[]): bigint[] {
  let [a, b, c, d, e, f, g, h] = state as unknown as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let t = 0; t < 80; t++) {
    const s1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const t1 = h + s1 + ((e & f) ^ (~e & WORD & g)) + (ROUND[t] as bigint) + (w[t] as bigint);
    const s0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & WORD, c, b, a, (t1 + t2) & WORD];
  }
  return [a, b, c, d, e, f, g, h];
}

// The curve: −x² + y² = 1 + d x² y² over the numbers modulo P.

const P = (1n << 255n) - 19n;
const ORDER = (1n << 252n) + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
/** A square root of −1. */
const I = power(2n, (P - 1n) / 4n);

/** A point in extended coordinates: x = X / Z, y = Y / Z, x y = T / Z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint];
const ZERO: Point = [0n, 1n, 1n, 0n];
const BASE_Y = mod(4n * power(5n, P - 2n));
const BASE = withY(BASE_Y, 0n) as Point;

function mod(n: bigint): bigint {
  const rest = n % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let [found, square] = [1n, mod(base)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) found = (found * square) % P;
    square = (square * square) % P;
  }
  return found;
}

function added([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * D * t1 * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(n: bigint, point: Point): Point {
  let [found, doubled] = [ZERO, point];
  for (let left = n; left > 0n; left >>= 1n) {
    if (left & 1n) found = added(found, doubled);
    doubled = added(doubled, doubled);
  }
  return found;
}

/** The point with this y, and an x that is odd or even; null if there is none. */
function withY(y: bigint, odd: bigint): Point | null {
  if (y >= P) return null;
  const square = mod((y * y - 1n) * power(mod(D * y * y + 1n), P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * I);
  if (mod(x * x - square) !== 0n || (x === 0n && odd === 1n)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

/** A whole number whose least byte comes first. */
function little(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function read(bytes: Uint8Array): Point | null {
  const n = little(bytes);
  return withY(n & ((1n << 255n) - 1n), n >> 255n);
}

function written([x, y, z]: Point): Uint8Array {
  const inverse = power(z, P - 2n);
  let left = mod(y * inverse) | ((mod(x * inverse) & 1n) << 255n);
  return Uint8Array.from({ length: 32 }, () => {
    const byte = Number(left & 255n);
    left >>= 8n;
    return byte;
  });
}

/** Whether a message was signed with the key that belongs to this public one. */
export function signedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const point = key.length === 32 && signature.length === 64 ? read(key) : null;
  const first = signature.slice(0, 32);
  const s = little(signature.slice(32));
  if (point === null || s >= ORDER) return false;
  const all = new Uint8Array(64 + message.length);
  all.set(first);
  all.set(key, 32);
  all.set(message, 64);
  const [x, y, z, w] = point;
  const k = little(sha512(all)) % ORDER;
  return same(written(added(times(s, BASE), times(k, [P - x, y, z, P - w]))), first);
}
