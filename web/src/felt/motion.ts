/** Motion: a card slides and turns, chips slide, a net pops.  Only transform and opacity do.
 *
 * After each drawing new elements on the felt move in; elements that stay are left alone.
 */
const LAY = new WeakMap<Element, readonly string[]>();
const KNOWN = new WeakMap<Element, string>();
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";
const COVERED = "??";

function run(element: Element | null, frames: Keyframe[], duration: number): void {
  element?.animate(frames, { duration, easing: EASE, fill: "backwards" });
}

function slides(element: Element, x: number, y: number): Keyframe[] {
  const u = Number.parseFloat(getComputedStyle(element).getPropertyValue("--u")) || 1;
  return [{ translate: `${x * u}px ${y * u}px`, opacity: 0 }, { translate: "none", opacity: 1 }];
}

const TURNS: Keyframe[] = [{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }];
const POPS: Keyframe[] = [{ scale: "0.6", opacity: 0 }, { scale: "1.08", opacity: 1, offset: 0.7 }, { scale: "none", opacity: 1 }];

/** Move what has changed since the last time; `quiet`: only remember how it lies. */
export function move(felt: Element, quiet: boolean): void {
  for (const pile of felt.querySelectorAll(".pile-pieces")) {
    const before = LAY.get(pile) ?? [];
    const slots = [...pile.querySelectorAll(".slot[data-piece]")];
    LAY.set(pile, slots.map((slot) => slot.getAttribute("data-piece") ?? ""));
    if (quiet) continue;
    slots.forEach((slot, i) => {
      if (before[i] === undefined) run(slot.firstElementChild, slides(slot, 40, -58), 240);
      else if (before[i] === COVERED && slot.getAttribute("data-piece") !== COVERED) run(slot.firstElementChild, TURNS, 240);
    });
  }
  for (const chips of felt.querySelectorAll("[data-cents]")) {
    const cents = chips.getAttribute("data-cents") ?? "";
    const before = KNOWN.get(chips);
    KNOWN.set(chips, cents);
    if (!quiet && before === undefined) run(chips, slides(chips, 0, 26), 220);
  }
  for (const net of felt.querySelectorAll("[data-net]")) {
    const before = KNOWN.get(net);
    KNOWN.set(net, "");
    if (!quiet && before === undefined) run(net, POPS, 250);
  }
}
