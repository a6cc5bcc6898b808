/** The replay of a past round on the felt; the table goes on behind it. */
import type { TemplateResult } from "lit";
import type { Shortcut } from "../kit/keys.js";
import type { Play } from "../play/store.js";

/** A round that is shown again. */
export interface Again {
  readonly round: number;
  /** The state that the felt draws instead of the table. */
  readonly play: Play;
  /** The bar meanwhile; `asked` says whether the table waits for this player. */
  readonly bar: (asked: boolean) => TemplateResult;
  readonly keys: () => Shortcut[];
}

const listeners = new Set<() => void>();
let shown: Again | null = null;

/** The round that is shown again now; null: the table itself. */
export function replay(): Again | null {
  return shown;
}

/** Show a round again; null goes back to the table. */
export function showReplay(next: Again | null): void {
  if (next === shown) return;
  shown = next;
  tellReplay();
}

/** Be told when another round or step is shown; what is given back ends it. */
export function onReplay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another step is shown. */
export function tellReplay(): void {
  for (const listener of [...listeners]) listener();
}
