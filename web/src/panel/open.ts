/** The state of the panel: the tab it shows, and whether it lies open where it has no room of its own. */
export type Tab = "result" | "odds" | "hand" | "posted" | "history";

const listeners = new Set<() => void>();
let opened = false;

export function isOpen(): boolean {
  return opened;
}

/** Open it, close it. */
export function openPanel(open: boolean): void {
  if (open === opened) return;
  opened = open;
  for (const listener of [...listeners]) listener();
}

/** Be told when it opens or closes; what is given back ends it. */
export function onOpen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
