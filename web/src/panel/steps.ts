/** The bar while a round is shown again: what happened at this step, and how to move. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../kit/icons.js";
import type { Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import type { Replay } from "./again.js";
import { showReplay } from "./replay.js";

export function stepBar(shown: Replay, asked: boolean): TemplateResult {
  const all = shown.all;
  const to = (where: "first" | "previous" | "next" | "last", at: number): TemplateResult => html`<button
    type="button"
    class="tool step"
    aria-label=${t(`history.${where}`)}
    aria-disabled=${at < 0 || at >= all || at === shown.at ? "true" : nothing}
    @click=${() => shown.go(at)}
  >${icon(where)}</button>`;
  const slide = (event: Event): void => shown.go(Number((event.target as HTMLInputElement).value));
  return html`<section class="bar replaying" aria-label=${t("history.round", { round: shown.round })}>
    <div class="bar-ask">
      <div class="bar-said">
        <h2>${t("history.round", { round: shown.round })}</h2>
        <p class="bar-line" role="status">${shown.words}</p>
      </div>
    </div>
    <div class="bar-do">
      <div class="steps">
        <div class="steps-row">
          ${to("first", 0)} ${to("previous", shown.at - 1)}
          <span class="caption">${t("history.step", { n: shown.at + 1, all })}</span>
          ${to("next", shown.at + 1)} ${to("last", all - 1)}
        </div>
        <input type="range" class="amount-slider" min="0" max=${all - 1} .value=${String(shown.at)} aria-label=${t("history.step", { n: shown.at + 1, all })} @input=${slide} />
      </div>
      <button type="button" class="decision primary" @click=${() => showReplay(null)}>
        <span class="decision-label">${t("history.back")}</span>
        ${asked ? html`<span class="decision-says">${t("history.your-turn")}</span>` : nothing}
      </button>
    </div>
  </section>`;
}

/** Arrows move, Escape and Enter go back to the table. */
export function stepKeys(shown: Replay): Shortcut[] {
  const back = { says: t("history.back"), run: () => showReplay(null) };
  return [
    { key: "ArrowLeft", says: t("history.previous"), run: () => shown.go(shown.at - 1) },
    { key: "ArrowRight", says: t("history.next"), run: () => shown.go(shown.at + 1) },
    { key: "Home", says: t("history.first"), run: () => shown.go(0) },
    { key: "End", says: t("history.last"), run: () => shown.go(shown.all - 1) },
    { key: "Escape", ...back },
    { key: "Enter", ...back },
  ];
}
