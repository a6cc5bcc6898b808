/** A Chinese domino, 60 by 150, and its back. */
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";
import { spoken, tileOf } from "./names.js";
import { HALF, red } from "./pips.js";

/** A tile by its notation (`teen`, `3-6`); anything else is a back. */
export function tile(notation: string): TemplateResult {
  const pips = tileOf(notation);
  if (pips === null) return tileBack();
  const [upper, lower] = pips;
  const teen = upper === 6 && lower === 6;
  return html`<svg class="pc pc-tile" viewBox="0 0 60 150" role="img" aria-label=${spoken(notation, "tiles")}>
    <rect class="pc-body" x="0.75" y="0.75" width="58.5" height="148.5" rx="8" />
    <path class="pc-score" d="M12 75H48" />
    ${half(upper, teen)}
    <g transform="rotate(180 30 75)">${half(lower, teen)}</g>
  </svg>`;
}

/** The upper half; the lower one is this one turned round.  Of the teen the first column is red. */
function half(n: number, teen: boolean): SVGTemplateResult[] {
  return (HALF[n] ?? []).map(([x, y]) => {
    const ruddy = red(n) || (teen && x < 30);
    return svg`<circle class=${ruddy ? "pc-pip pc-red" : "pc-pip"} cx=${x} cy=${y} r=${n === 1 ? 9.5 : 6.2} />`;
  });
}

/** The back of a tile. */
export function tileBack(label = spoken("??", "tiles")): TemplateResult {
  return html`<svg class="pc pc-tile pc-back" viewBox="0 0 60 150" role="img" aria-label=${label || nothing} aria-hidden=${label === "" ? "true" : nothing}>
    <rect class="pc-body" x="0.75" y="0.75" width="58.5" height="148.5" rx="8" />
    <path class="pc-line" d="M30 56L44 75L30 94L16 75Z" />
  </svg>`;
}
