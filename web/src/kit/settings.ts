/** The display settings of a person, kept in this browser. */
export interface Settings {
  readonly fourColours: boolean;
  readonly largeIndex: boolean;
  /** No motion: the last frame at once. Who has asked the system for less motion has it so too. */
  readonly still: boolean;
  readonly covered: boolean;
  readonly sound: boolean;
}

const KEY = "houseway.settings";
const USUAL: Settings = { fourColours: false, largeIndex: false, still: false, covered: false, sound: false };
const listeners = new Set<(settings: Settings) => void>();
let kept = read();

function read(): Settings {
  const found = { ...USUAL };
  try {
    const said: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (said !== null && typeof said === "object") {
      for (const name of Object.keys(USUAL) as (keyof Settings)[]) {
        const value = (said as Record<string, unknown>)[name];
        if (typeof value === "boolean") (found as Record<string, boolean>)[name] = value;
      }
    }
  } catch {
    return { ...USUAL }; // what another page has written there is no reason to show nothing
  }
  return found;
}

/** The settings now. */
export function settings(): Settings {
  return kept;
}

/** True if nothing may move. */
export function still(): boolean {
  return kept.still || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Change some of them. */
export function change(part: Partial<Settings>): void {
  kept = { ...kept, ...part };
  localStorage.setItem(KEY, JSON.stringify(kept));
  show();
  for (const listener of listeners) listener(kept);
}

/** Be told of changes; what is given back ends it. */
export function onSettings(listener: (settings: Settings) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Classes at the root by which style sheets know: `four-colours`, `large-index`, `still`. */
function show(): void {
  const { classList } = document.documentElement;
  classList.toggle("four-colours", kept.fourColours);
  classList.toggle("large-index", kept.largeIndex);
  classList.toggle("still", kept.still);
}
show();
