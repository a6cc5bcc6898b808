/** The roots that tables have shown to this browser: noted before a round, they prove later that its
 * order stood then. */
export interface Noted {
  readonly root: string;
  /** The round that was being played when it was seen first, and the time. */
  readonly round: number;
  readonly at: number;
  /** The public key of the room at that time; it checks receipts. */
  readonly key?: string;
}

const KEY = "houseway.roots";
const MOST = 200;

function isNoted(found: unknown): found is Noted & { table: string } {
  if (found === null || typeof found !== "object") return false;
  const { table, root, round, at } = found as Record<string, unknown>;
  return typeof table === "string" && typeof root === "string" && typeof round === "number" && typeof at === "number";
}

function all(): (Noted & { table: string })[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isNoted) : [];
  } catch {
    return []; // what someone else has written there is no note of ours
  }
}

/** Note a root that a table shows; one that is known keeps its first time. */
export function note(table: string, root: string, round: number, key = ""): void {
  if (root === "") return;
  const known = all();
  if (known.some((one) => one.table === table && one.root === root)) return;
  known.push({ table, root, round, at: Date.now(), ...(key === "" ? {} : { key }) });
  localStorage.setItem(KEY, JSON.stringify(known.slice(-MOST)));
}

/** The root of a table that this browser has noted, among these and not after this round. */
export function noted(table: string, roots: readonly string[], round: number): Noted | undefined {
  return all().find((one) => one.table === table && one.round <= round && roots.includes(one.root));
}
