/** The posting in an address: one value for each key, a dot before an outcome. */
export interface Change {
  /** Key -> value; null takes it away. */
  readonly set: Readonly<Record<string, string | null>>;
  /** Wagers whose pays of one's own go. */
  readonly printed?: readonly string[];
  /** The whole text again, in place of the old one. */
  readonly text?: string;
  /** True if going back passes over it, as with text that is being typed. */
  readonly quietly?: boolean;
}

/** The text after a change. */
export function changed(text: string, change: Change): string {
  const found = new URLSearchParams(change.text ?? text);
  for (const wager of change.printed ?? []) {
    for (const key of [...found.keys()]) if (key.startsWith(`${wager}.`)) found.delete(key);
  }
  for (const [key, value] of Object.entries(change.set)) {
    if (value === null) found.delete(key);
    else found.set(key, value);
  }
  return found.toString();
}

/** Tell whoever holds the posting. */
export function post(from: HTMLElement, change: Change): void {
  from.dispatchEvent(new CustomEvent("change-posting", { detail: change, bubbles: true }));
}

/** True if a wager has pays of one's own. */
export function ownPays(text: string, wager: string): boolean {
  return [...new URLSearchParams(text).keys()].some((key) => key.startsWith(`${wager}.`));
}
