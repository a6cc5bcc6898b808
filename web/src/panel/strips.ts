/** One strip for each thing that came out: what, why, stake and back, net, clause. */
import { html, nothing, type TemplateResult } from "lit";
import type { Result } from "../contract.js";
import { tone } from "../bar/after.js";
import { capital } from "../bar/choice.js";
import { money, signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import "../kit/clause.js";

/** What it is called: the wager, whose circle, which hand, for whom. */
export function called(one: Result): string {
  const more = [
    one.hand > 1 ? t("result.hand", { n: one.hand }) : "",
    one.circle > 0 && one.circle !== one.seat ? t("result.circle", { n: one.circle }) : "",
    one.owner === "dealer" ? t("result.tip") : "",
  ].filter((words) => words !== "");
  return [capital(one.label), ...more].join(", ");
}

/** Why: the outcome, the odds, and what else is to be said. */
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
    <span class="strip-stake">${staked ? t("result.stake", { stake: money(one.stake), back: money(one.back) }) : nothing}</span>
    <span class="strip-clauses">${one.clauses.map((id) => html`<hw-clause name=${id} game=${game}></hw-clause> `)}</span>
  </li>`;
}
