/** The tree of hashes over the places of a shuffle, as docs/fairness.md writes it down. */
import { joined, number } from "./bytes.js";
import { sha256 } from "./sha256.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const ROOT = Uint8Array.of(2);

/** The hash of one place: where it is, what lies there, and what keeps it secret. */
export function leaf(context: Uint8Array, index: number, piece: number, salt: Uint8Array): Uint8Array {
  return sha256(joined(LEAF, context, number(index, 4), number(piece, 2), salt));
}

/** Return the published root: the hash of the top of a tree, its context and its number of leaves. */
export function root(context: Uint8Array, size: number, top: Uint8Array): Uint8Array {
  return sha256(joined(ROOT, context, number(size, 4), top));
}

/** The top over these leaves; a last one without a neighbour goes up as it is. */
export function topOf(leaves: readonly Uint8Array[]): Uint8Array {
  let row = leaves;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < row.length; at += 2) {
      const [left, right] = [row[at] as Uint8Array, row[at + 1]];
      above.push(right === undefined ? left : sha256(joined(NODE, left, right)));
    }
    row = above;
  }
  return row[0] ?? new Uint8Array(0);
}

/** The top that a leaf and its path lead to; null if the path does not fit the tree. */
export function climbed(
  found: Uint8Array, index: number, size: number, path: readonly Uint8Array[],
): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  let used = 0;
  while (size > 1) {
    if ((index ^ 1) < size) {
      const other = path[used++];
      if (other === undefined) return null;
      found = sha256(index % 2 === 1 ? joined(NODE, other, found) : joined(NODE, found, other));
    }
    index = Math.floor(index / 2);
    size = Math.floor((size + 1) / 2);
  }
  return used === path.length ? found : null;
}
