/** One strip for each thing that came out: what, why, stake and back, net, clause. */
import { html, nothing, type TemplateResult } from "lit";
import type { Result } from "../contract.js";
import { tone } from "../bar/after.js";
import { capital } from "../bar/choice.js";
import { money, signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { brief } from "../kit/clause.js";

/** Return the label of a result; it names the hand, the circle and a tip. */
export function called(one: Result): string {
  return capital(one.label);
}

/** Return the reason for a result: the outcome, the odds and the note. */
export function why(one: Result): string {
  return [capital(one.outcome), one.odds, one.note].filter((words) => words !== "").join(" · ");
}

/** The net as it is shown: a sum with its sign, or a word where nothing moved. */
export function net(one: Result): string {
  return one.net === 0 && one.stake > 0 ? t("result.push") : signed(one.net);
}

/** One strip; `who` where it is another's. */
export function strip(one: Result, game: string, who = ""): TemplateResult {
  const staked = one.stake > 0 || one.back > 0;
  return html`<li class="strip ${tone(one.net)}">
    <span class="strip-name">${who === "" ? called(one) : `${who}: ${called(one)}`}</span>
    <b class="strip-net">${net(one)}</b>
    <span class="strip-why">${why(one)}</span>
    <span class="strip-ids">${one.clauses.map((id) => html`<span class="unbroken">${brief(id)}</span> `)}</span>
    <span class="strip-stake">${staked ? t("result.stake", { stake: money(one.stake), back: money(one.back) }) : nothing}</span>
    <span class="strip-clauses">${one.clauses.map((id) => html`<hw-clause name=${id} game=${game}></hw-clause> `)}</span>
  </li>`;
}
