/** A die, 100 by 100, and the cup that covers it. */
import { type TemplateResult, html, nothing, svg } from "lit";
import { dieOf, spoken } from "./names.js";
import { FACE, red } from "./pips.js";

/** A die by what it shows; anything else lies under the cup.  `chinese`: one and four are red. */
export function die(notation: string, chinese = true): TemplateResult {
  const shows = dieOf(notation);
  if (shows === null) return cup();
  return html`<svg class="pc pc-die" viewBox="0 0 100 100" role="img" aria-label=${spoken(notation, "dice")}>
    <rect class="pc-body" x="1" y="1" width="98" height="98" rx="18" />
    ${(FACE[shows] ?? []).map(
      ([x, y]) =>
        svg`<circle class=${chinese && red(shows) ? "pc-pip pc-red" : "pc-pip"} cx=${x} cy=${y} r=${shows === 1 ? 13 : 9.5} />`,
    )}
  </svg>`;
}

/** The dice cup, upside down: what is under it is not known yet. */
export function cup(label = spoken("??", "dice")): TemplateResult {
  return html`<svg class="pc pc-die pc-cup" viewBox="0 0 100 100" role="img" aria-label=${label || nothing} aria-hidden=${label === "" ? "true" : nothing}>
    <path class="pc-body" d="M24 12H76Q82 12 83 18L93 84Q94 92 86 92H14Q6 92 7 84L17 18Q18 12 24 12Z" />
    <path class="pc-line" d="M14 42H86M11 66H89" />
  </svg>`;
}
