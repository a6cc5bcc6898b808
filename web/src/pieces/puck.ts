/** Pucks: what lies at a seat and says what it is in this round. */
import { type TemplateResult, html } from "lit";

/** Names that have colours of their own; any other is slate with its first letter. */
const COLOURED: readonly string[] = ["dealer", "bank", "action", "kill"];

/** A puck: `name` is the engine's, `words` what people call it. */
export function puck(name: string, words: string): TemplateResult {
  const letter = ([...(words || name)][0] ?? "").toUpperCase();
  const known = COLOURED.includes(name);
  const shown = known ? name.charAt(0).toUpperCase() : letter;
  return html`<svg class="pc pc-puck pc-puck-${known ? name : "other"}" viewBox="0 0 100 100" role="img" aria-label=${words || shown}>
    <circle class="pc-body" cx="50" cy="50" r="47" />
    <text class="pc-value" x="50" y="50">${shown}</text>
  </svg>`;
}
