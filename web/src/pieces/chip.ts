/** Chips by their value, stacks of them, and lammers. */
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";
import { money } from "../kit/money.js";
import { add, count, t } from "../kit/texts.js";

add({
  "chip.named": "a chip of {value}",
  "chip.free": "FREE",
  "chip.lammer.one": "{n} lammer",
  "chip.lammer.many": "{n} lammers",
});

/** The chips that have a colour of their own, in cents, the largest first. */
export const VALUES = [500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 25] as const;
/** A stack shows so many at most. */
export const MOST_DISCS = 5;
/** The height of a disc above the one below, in units of a disc of 100. */
const RISE = 7.7;

/** Return the print of a chip: ¼, 1, 5, 25, 100, 500, 1K, 5K. */
export function printed(cents: number): string {
  if (cents === 25) return "¼";
  if (cents === 50) return "½";
  if (cents < 100) return `${cents}¢`;
  const dollars = cents / 100;
  return dollars >= 1000 && dollars % 500 === 0 ? `${dollars / 1000}K` : String(dollars);
}

/** The value whose colours a chip has: the largest that is not above its own. */
function colours(cents: number): number {
  return VALUES.find((value) => value <= cents) ?? 25;
}

function disc(cents: number, y: number, top: boolean, bare = false): SVGTemplateResult {
  const text = printed(cents);
  return svg`<g class="pc-disc pc-v${colours(cents)}" transform=${y === 0 ? nothing : `translate(0 ${y})`}>
    <circle class="pc-body" cx="50" cy="50" r="48" />
    <circle class="pc-marks" cx="50" cy="50" r="40.5" pathLength="60" />
    <circle class="pc-rim" cx="50" cy="50" r="48" />
    ${top
      ? svg`<circle class="pc-inlay" cx="50" cy="50" r="31" />
        ${bare ? nothing : svg`<text class="pc-value" x="50" y="50" font-size=${text.length > 2 ? 25 : 31}>${text}</text>`}`
      : nothing}
  </g>`;
}

/** One chip, for a rack. */
export function chip(cents: number): TemplateResult {
  return html`<svg class="pc pc-chip" viewBox="0 0 100 100" role="img" aria-label=${t("chip.named", { value: money(cents) })}>
    ${disc(cents, 0, true)}
  </svg>`;
}

/** The chips that make an amount, the largest first; at most as many as a stack shows. */
export function discs(cents: number, values: readonly number[] = VALUES): number[] {
  const large = [...values].sort((a, b) => b - a);
  const found: number[] = [];
  let left = cents;
  for (const value of large) {
    while (left >= value && found.length < MOST_DISCS) {
      found.push(value);
      left -= value;
    }
  }
  if (found.length === 0 && cents > 0) found.push(large.at(-1) ?? 25);
  return found;
}

/** Return the text and the colour class of the top chip of a stack. */
export function topOf(cents: number, values: readonly number[], lammers: number): { text: string; colours: string } {
  const value = discs(cents, values).at(-1) ?? 0;
  return lammers > 0 ? { text: t("chip.free"), colours: "pc-free" } : { text: printed(value), colours: `pc-v${colours(value)}` };
}

/** A stack, the largest chip below; lammers lie on it.  The sum is said beside it, never by it.
 * `bare`: without a word on it, for buttons, whose words are their names. */
export function stack(cents: number, values: readonly number[] = VALUES, lammers = 0, bare = false): TemplateResult {
  const pile = discs(cents, values);
  const all = pile.length + Math.min(lammers, MOST_DISCS);
  const high = Math.max(all - 1, 0) * RISE;
  const lift = (i: number): number => high - i * RISE;
  return html`<svg class="pc pc-chip pc-stack" viewBox="0 0 100 ${(100 + high).toFixed(1)}" aria-hidden="true">
    ${pile.map((value, i) => disc(value, lift(i), i === all - 1, bare))}
    ${Array.from({ length: all - pile.length }, (_, i) => freeDisc(lift(pile.length + i), bare))}
  </svg>`;
}

function freeDisc(y: number, bare = false): SVGTemplateResult {
  return svg`<g class="pc-disc pc-free" transform=${`translate(0 ${y})`}>
    <circle class="pc-body" cx="50" cy="50" r="48" />
    <circle class="pc-rim" cx="50" cy="50" r="48" />
    <circle class="pc-inlay" cx="50" cy="50" r="37" />
    ${bare ? nothing : svg`<text class="pc-value" x="50" y="50" font-size="27">${t("chip.free")}</text>`}
  </g>`;
}

/** A lammer alone: so many free bets. */
export function lammer(n: number): TemplateResult {
  return html`<svg class="pc pc-chip" viewBox="0 0 100 100" role="img" aria-label=${count("chip.lammer", n)}>
    ${freeDisc(0)}
  </svg>`;
}
