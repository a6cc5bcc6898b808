/** A hint at a practice table: what one would do best, what each choice is worth, and how it is known. */
import { html, nothing, type TemplateResult } from "lit";
import type { Hint, HintChoice } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { named } from "../kit/element.js";
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { capital } from "./choice.js";
import { fromPieces } from "./setting.js";

/** A hint that was asked for: not there yet, there, or why there is none. */
export interface Hinted {
  readonly hint: Hint | null;
  readonly trouble: string;
}

/** Ask for it; one for another question is none. */
export async function askHint(play: Play): Promise<Hinted> {
  try {
    const hint = await call("GET /api/tables/{table}/hint", { table: named("/table/") });
    const now = hint.round === play.round && hint.ask === play.prompt?.id;
    return { hint: now ? hint : null, trouble: now ? "" : t("bar.hint.late") };
  } catch (error) {
    return { hint: null, trouble: error instanceof Problem ? error.message : t("bar.hint.none") };
  }
}

/** Lay the pieces out as a choice has them, where it is about that. */
function lay(play: Play, choice: HintChoice): TemplateResult | typeof nothing {
  const arrange = play.arrangement;
  const parts = arrange === null || choice.parts.length === 0 ? null : fromPieces(arrange, choice.parts);
  if (parts === null) return nothing;
  return html`<button type="button" class="tool" @click=${() => play.arrange(parts)}>${t("bar.hint.lay")}</button>`;
}

function row(play: Play, choice: HintChoice, best: boolean): TemplateResult {
  const amount = choice.amount > 0 ? ` ${money(choice.amount)}` : "";
  return html`<li class=${best ? "best" : ""}>
    <span>${capital(choice.words)}${amount}</span>
    <span class="quiet">${choice.worth}</span>
    ${lay(play, choice)}
  </li>`;
}

export function hintView(play: Play, found: Hinted | null): TemplateResult {
  if (found === null) return html`<p class="quiet" role="status">${t("bar.hint.wait")}</p>`;
  const { hint } = found;
  if (hint === null || (hint.says === "" && hint.choices.length === 0)) return html`<p class="quiet" role="status">${found.trouble || t("bar.hint.none")}</p>`;
  return html`<p class="hint-says" role="status">${capital(hint.says)}</p>
    <ol class="hints">${hint.choices.map((choice, at) => row(play, choice, at === 0))}</ol>
    ${hint.how === "" ? nothing : html`<p class="caption faint">${capital(hint.how)}</p>`}
    ${hint.notes.map((note) => html`<p class="caption faint">${capital(note)}</p>`)}`;
}
