/** Keyboard shortcuts: who is on the page registers them, `?` shows the list. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it: "h", "Enter", " ", "+", "ArrowLeft"; letters in lower case. */
  readonly key: string;
  readonly says: string;
  readonly run: (event: KeyboardEvent) => void;
  /** True if it is taken while a field is being filled in. */
  readonly always?: boolean;
}

const registered: Shortcut[] = [];
const listeners = new Set<() => void>();

/** Register shortcuts; the last one of a key is asked first. What is given back takes them off. */
export function shortcuts(...given: Shortcut[]): () => void {
  registered.push(...given);
  return () => {
    for (const one of given) {
      const at = registered.indexOf(one);
      if (at >= 0) registered.splice(at, 1);
    }
  };
}

/** All that are there now, each key once. */
export function known(): Shortcut[] {
  const found = new Map<string, Shortcut>();
  for (const one of registered) found.set(one.key, one);
  return [...found.values()];
}

/** The text that stands for a key. */
export function printed(key: string): string {
  const names: Record<string, string> = {
    " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "-": "−",
  };
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Be told when someone asks for the list. */
export function onHelp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ask for the list, as `?` does. */
export function askHelp(): void {
  for (const listener of [...listeners]) listener();
}

function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Enter and Space belong to the control that has the focus; Enter does not where the main action is
 * meant by it, within `data-enter="main"`: among chips, spots, presets. */
function pressed(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.key === "Enter" && target instanceof Element && target.closest("[data-enter=main]") !== null) return false;
  return (event.key === "Enter" || event.key === " ") && target instanceof HTMLElement && target.matches("button, a[href], summary, [role=button]");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
  if (event.repeat && event.key.length === 1) return;
  if (document.querySelector("dialog:modal") !== null) return;
  if (event.key === "Escape" && document.querySelector(":popover-open") !== null) return; // it closes that
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const field = writing(event.target);
  const found = registered.findLast((one) => one.key === key && (!field || one.always === true));
  if (found !== undefined && !pressed(event)) {
    event.preventDefault();
    found.run(event);
  } else if (key === "?" && !field) {
    event.preventDefault();
    askHelp();
  }
});
