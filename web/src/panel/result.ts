/** The result of the round for this seat: the sum, then a strip for every wager. */
import { html, nothing, type TemplateResult } from "lit";
import type { Result } from "../contract.js";
import { tone } from "../bar/after.js";
import { money, signed } from "../kit/money.js";
import { count, t } from "../kit/texts.js";
import type { Kept } from "./kept.js";
import { strip } from "./strips.js";

/** The viewer's own money at stake, in cents; with `tips`, that of tips for the dealer. */
export function staked(mine: readonly Result[], tips = false): number {
  return mine.filter((one) => (one.owner === "dealer") === tips).reduce((sum, one) => sum + one.stake, 0);
}

export function resultTab(found: Kept | null, now: number, game: string, table: string): TemplateResult {
  if (found === null) return html`<p class="panel-empty">${t("result.none")}</p>`;
  const past = found.round !== now ? html`<p class="caption faint">${t("result.before", { round: found.round })}</p>` : nothing;
  const tips = staked(found.mine, true);
  const facts = [
    t("result.at-risk", { amount: money(staked(found.mine)) }),
    ...(tips > 0 ? [t("result.tipped", { amount: money(tips) })] : []),
    count("result.settled", found.mine.filter((one) => one.kind === "wager" && one.owner !== "dealer").length),
  ];
  const wagers = found.mine.some((one) => one.kind === "wager");
  return html`${past}
    ${found.mine.length === 0 ? nothing : html`<p class="result-sum ${tone(found.net)}">${signed(found.net)}</p>`}
    ${wagers ? html`<p class="caption quiet">${facts.join(" · ")}</p>` : nothing}
    ${found.headline === "" ? nothing : html`<p class="result-headline">${found.headline}</p>`}
    <ul class="strips">${found.mine.map((one) => strip(one, game))}</ul>
    ${found.others.length === 0
      ? nothing
      : html`<h3 class="panel-sub others">${t("result.others")}</h3>
          <ul class="strips others">${found.others.map((one) => strip(one, game, found.names.get(one.seat)))}</ul>`}
    ${found.closed && table !== ""
      ? html`<p><a class="caption" href="/verify?table=${encodeURIComponent(table)}&round=${found.round}">${t("result.verify")}</a></p>`
      : nothing}`;
}
