/** The odds of the spot that is looked at, and of all wagers of the table. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabOutcomeLine, Layout, PaySheet, SpotPlan } from "../contract.js";
import { capital } from "../bar/choice.js";
import { between, chance, percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import type { SpotOdds } from "../play/commands.js";
import type { Play } from "../play/store.js";

/** The spots whose odds are told: those that take a decision of their own. */
function wagers(layout: Layout): readonly SpotPlan[] {
  return layout.spots.filter((spot) => spot.rank !== "follows");
}

/** The spot under the pointer, else the one last touched, else the main one. */
export function lookedAt(play: Play, layout: Layout): SpotPlan | undefined {
  const named = (name: string): SpotPlan | undefined => layout.spots.find((spot) => spot.name === name);
  return named(play.hovered) ?? named(play.chosen) ?? layout.spots.find((spot) => spot.rank === "main") ?? wagers(layout)[0];
}

function sheetOf(layout: Layout, spot: SpotPlan): PaySheet | undefined {
  return layout.pay.find((sheet) => sheet.wager === (spot.pay || spot.name));
}

/** The best that a wager pays, as it is printed. */
function best(layout: Layout, spot: SpotPlan): string {
  return sheetOf(layout, spot)?.rows[0]?.pays ?? "";
}

function name(spot: SpotPlan): string {
  return capital(spot.label || spot.words);
}

function figure(value: string, words: string): TemplateResult {
  return html`<div class="figure-box"><b>${value}</b><span>${words}</span></div>`;
}

function figures(odds: SpotOdds | undefined): TemplateResult {
  if (odds === undefined) return html`<p class="caption faint">${t("odds.unknown")}</p>`;
  const error = odds.error > 0 ? ` ${t("odds.error", { error: percent(odds.error) })}` : "";
  return html`<div class="figures">
      ${figure(percent(odds.edge), t("odds.edge"))} ${figure(percent(odds.wins, 1), t("odds.wins"))}
      ${figure(odds.swing.toFixed(2), t("odds.swing"))}
    </div>
    <p class="caption quiet">${odds.method}${error}</p>
    ${odds.source === "" ? nothing : html`<p class="caption faint">${capital(odds.source)}</p>`}`;
}

/** Results that come more seldom than this are folded away where a wager has no pay table. */
const SELDOM = 0.001;
/** A result without a name: so many units. */
const UNITS = /^[+-]/;

/** One thing a wager may bring: what it pays, and how often it comes where that is known. */
function payRow(words: string, pays: string, often: number | undefined): TemplateResult {
  return html`<tr class=${pays === "lose" ? "faint" : ""}>
    <td>${capital(words)}</td>
    <td class="figure">${pays}</td>
    ${often === undefined ? nothing : html`<td class="figure often">${chance(often)}</td>`}
  </tr>`;
}

function payTable(sheet: PaySheet, odds: SpotOdds | undefined, game: string): TemplateResult {
  const often = new Map(odds?.lines.map((line) => [line.outcome, line.chance]));
  return html`<table class="table pay">
      ${sheet.rows.map((row) => payRow(row.words || row.outcome.replaceAll("_", " "), row.pays, often.get(row.outcome)))}
    </table>
    ${sheet.clause === "" ? nothing : html`<p><hw-clause name=${sheet.clause} game=${game}></hw-clause></p>`}`;
}

/** A wager without a pay table: what its rounds bring. */
function results(odds: SpotOdds): TemplateResult {
  const rows = (lines: readonly LabOutcomeLine[]): TemplateResult =>
    html`<table class="table pay">${lines.map((line) => payRow(line.words, line.pays, line.chance))}</table>`;
  const seldom = odds.lines.filter((line) => line.chance < SELDOM);
  return html`${rows(odds.lines.filter((line) => line.chance >= SELDOM))}
    ${seldom.length === 0 ? nothing : html`<details class="seldom"><summary>${t("odds.seldom", { n: seldom.length })}</summary>${rows(seldom)}</details>`}
    ${odds.lines.some((line) => UNITS.test(line.outcome)) ? html`<p class="caption faint">${t("odds.units")}</p>` : nothing}`;
}

export function oddsTab(play: Play): TemplateResult {
  const { layout } = play;
  const spot = layout === null ? undefined : lookedAt(play, layout);
  if (layout === null || spot === undefined) return html`<p class="panel-empty">${t("odds.none")}</p>`;
  const sheet = sheetOf(layout, spot);
  const odds = play.odds.get(spot.name);
  const limits = between(spot.least, spot.most) + (spot.required ? ` · ${t("odds.must")}` : "");
  return html`<h2>${name(spot)}</h2>
    <p class="caption quiet">${limits}</p>
    ${spot.words !== "" && capital(spot.words) !== name(spot) ? html`<p class="caption quiet">${capital(spot.words)}</p>` : nothing}
    ${[spot.placed, spot.resolves].filter((words) => words !== "").map((words) => html`<p class="caption faint">${capital(words)}</p>`)}
    ${figures(odds)}
    ${sheet === undefined
      ? html`${odds === undefined ? nothing : results(odds)} ${clauses(spot, layout.game)}`
      : payTable(sheet, odds, layout.game)}
    <h3 class="panel-sub">${t("odds.all")}</h3>
    <table class="table wagers">
      <thead>
        <tr><th>${t("odds.wager")}</th><th class="figure">${t("odds.best")}</th><th class="figure">${t("odds.edge")}</th></tr>
      </thead>
      <tbody>
        ${wagers(layout).map((one) => row(play, layout, one, one === spot))}
      </tbody>
    </table>
    <p><a class="caption" href="/lab/${layout.game}">${t("odds.lab")}</a></p>`;
}

function clauses(spot: SpotPlan, game: string): TemplateResult {
  return html`<p>${spot.clauses.map((id) => html`<hw-clause name=${id} game=${game}></hw-clause> `)}</p>`;
}

function row(play: Play, layout: Layout, spot: SpotPlan, chosen: boolean): TemplateResult {
  const odds = play.odds.get(spot.name);
  return html`<tr class=${chosen ? "chosen" : ""}>
    <td><button type="button" class="row-button" aria-pressed=${chosen ? "true" : "false"} @click=${() => play.choose(spot.name)}>${name(spot)}</button></td>
    <td class="figure quiet">${best(layout, spot)}</td>
    <td class="figure"><b>${odds === undefined ? t("odds.no-edge") : percent(odds.edge)}</b></td>
  </tr>`;
}
