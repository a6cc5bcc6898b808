/** The felt by keyboard: arrows go from spot to spot, + and − put chips down and take them back. */
import { type Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

function spotsOn(felt: HTMLElement): HTMLElement[] {
  return [...felt.querySelectorAll<HTMLElement>(".spots button, .spots-mains button, .slot-pick, .circle-button, .circle-head button")];
}

function middle(element: HTMLElement): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest one in a direction; what lies far to the side of it counts less. */
export function nearest(from: HTMLElement, all: readonly HTMLElement[], step: readonly [number, number]): HTMLElement | null {
  const [x, y] = middle(from);
  let found: HTMLElement | null = null;
  let least = Infinity;
  for (const one of all) {
    const [otherX, otherY] = middle(one);
    const ahead = (otherX - x) * step[0] + (otherY - y) * step[1];
    const aside = Math.abs((otherX - x) * step[1]) + Math.abs((otherY - y) * step[0]);
    if (one === from || ahead <= 2) continue;
    if (ahead + aside * 2 < least) {
      least = ahead + aside * 2;
      found = one;
    }
  }
  return found;
}

/** Only one spot is reached by Tab: the one that was chosen, or the first. */
export function rove(felt: HTMLElement): void {
  const all = spotsOn(felt);
  const now = all.find((one) => one === document.activeElement) ?? all.find((one) => one.classList.contains("chosen")) ?? all.find((one) => one.classList.contains("open")) ?? all[0];
  for (const one of all) one.tabIndex = one === now || one.classList.contains("slot-pick") ? 0 : -1;
}

function go(felt: HTMLElement, key: string): void {
  const all = spotsOn(felt);
  const now = all.find((one) => one === document.activeElement);
  const next = now === undefined ? (all.find((one) => one.tabIndex === 0) ?? all[0]) : nearest(now, all, STEPS[key] ?? [0, 0]);
  next?.focus();
}

/** The spot that + and − mean: the one with the focus; else, of those that may have chips now, the one
 * touched last, or the first. */
function meant(felt: HTMLElement, play: Play): string {
  const focused = felt.querySelector<HTMLElement>("[data-name]:focus")?.dataset["name"];
  if (focused !== undefined) return focused;
  const free = play.place?.spots.filter((one) => play.wants(one) === "") ?? [];
  return (free.find((one) => (one.wager || one.name) === play.chosen) ?? free[0])?.name ?? "";
}

export function feltKeys(felt: HTMLElement, play: () => Play): Shortcut[] {
  const more = (): void => play().touchSpot(meant(felt, play()));
  return [
    ...Object.keys(STEPS).map((key) => ({ key, says: t("keys.spots"), run: () => go(felt, key) })),
    { key: "+", says: t("keys.more"), run: more },
    { key: "=", says: t("keys.more"), run: more },
    { key: "-", says: t("keys.less"), run: () => play().takeBack(meant(felt, play())) },
    { key: "v", says: t("felt.look.key"), run: () => play().look(true) },
    { key: " ", says: t("keys.skip"), run: () => play().skips() },
  ];
}
