/** Bytes: hexadecimal digits, numbers with the most significant byte first, texts in UTF-8. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/** A whole number of no sign in so many bytes. */
export function number(value: number, size: number): Uint8Array {
  const found = new Uint8Array(size);
  let left = BigInt(value);
  for (let at = size - 1; at >= 0; at--) {
    found[at] = Number(left & 255n);
    left >>= 8n;
  }
  if (left !== 0n) throw new RangeError(`${value} does not fit into ${size} bytes`);
  return found;
}

export function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes written in lower-case hex, if they are so many; null if not. */
export function fromHex(written: string, size: number): Uint8Array | null {
  if (written.length !== 2 * size || !/^[0-9a-f]*$/.test(written)) return null;
  return Uint8Array.from({ length: size }, (_, at) => Number.parseInt(written.slice(2 * at, 2 * at + 2), 16));
}

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
