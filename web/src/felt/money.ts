/** Chips on the felt with their sum in figures, and what came of them. */
import { type TemplateResult, html, nothing } from "lit";
import { money, signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { lammer, stack } from "../pieces/chip.js";

/** Chips and their sum; `note` stands under it. */
export function chips(cents: number, lammers: number, values: readonly number[], note = "", words = ""): TemplateResult {
  return html`<span class="bet" data-cents=${cents}>
    <span class="bet-chips">${cents > 0 || lammers === 0 ? stack(cents, values, lammers) : lammer(lammers)}</span>
    <span class="bet-sum">
      <b>${money(cents)}</b>
      ${words === "" ? nothing : html`<small class="bet-name">${words}</small>`}
      ${note === "" ? nothing : html`<small>${note}</small>`}
    </span>
  </span>`;
}

/** Return the result of a wager as text: `+$100`, `−$5`, `push`. */
export function net(cents: number): TemplateResult {
  const state = cents > 0 ? "won" : cents < 0 ? "lost" : "push";
  return html`<span class="net net-${state}" data-net=${cents}>${cents === 0 ? t("felt.push") : signed(cents)}</span>`;
}

/** The same as it is said aloud. */
export function netSaid(cents: number): string {
  if (cents === 0) return t("felt.push");
  return cents > 0 ? t("felt.won", { net: money(cents) }) : t("felt.lost", { net: money(-cents) });
}
