/** All wagers of a table side by side; one of them is looked at below. */
import { html, nothing, type TemplateResult } from "lit";
import type {
  LabOdds,
  LabOnOffer,
  LabPostedControls,
  LabRequiredBet,
  LabWagerRow,
  Pending,
} from "../contract.js";
import { capital } from "../bar/choice.js";
import { Piece } from "../kit/element.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { progress } from "./waits.js";
import { dollars, edge, fixed, fraction, tone } from "./figures.js";

export class Wagers extends Piece {
  static override properties = { game: {}, odds: {}, chosen: {}, posted: {}, pending: {} };
  declare game: string;
  declare odds: LabOdds | null;
  declare chosen: string;
  declare posted: LabPostedControls | null;
  /** The progress of figures that are not known yet. */
  declare pending: Pending | null;

  constructor() {
    super();
    this.game = "";
    this.odds = null;
    this.chosen = "";
    this.posted = null;
    this.pending = null;
  }

  override render(): TemplateResult {
    const rows = this.odds?.rows ?? [];
    const most = Math.max(0.05, ...rows.map((row) => Math.abs(row.edge))) * 1.08;
    const known = new Set(rows.map((row) => row.wager));
    const missing = this.pending === null ? [] : (this.posted?.wagers ?? []).filter((one) => !known.has(one.wager));
    const exact = rows.some((row) => row.exactly !== "");
    const tables = rows.some((row) => row.table_words !== "");
    return html`<section class="sheet" aria-labelledby="lab-wagers">
      <h2 id="lab-wagers">${t("lab.wagers")} <small class="caption faint">${this.under()}</small></h2>
      ${(this.odds?.alarms ?? []).map((text) => html`<p class="lab-alarm">${text}</p>`)}
      ${progress(this.pending)}
      ${rows.length + missing.length === 0
        ? html`<p class="faint">${t(this.pending === null ? "lab.none-known" : "lab.pending")}</p>`
        : html`<div class="lab-wagers ${exact ? "" : "no-exact"} ${tables ? "" : "no-tables"}" role="table" aria-labelledby="lab-wagers">
            <div class="lab-row lab-names" role="row">
              ${["wager", "table", "edge", "exactly", "wins", "swing", "cost", "method"].map((name) =>
                shown(name, exact, tables)
                  ? html`<span role="columnheader" class="lab-${name}">${t(name === "edge" && this.odds?.by_players ? "lab.col.bank-edge" : `lab.col.${name}`)}</span>`
                  : nothing,
              )}
            </div>
            ${rows.map((row) => this.row(row, most, exact, tables))} ${missing.map(unknown)}
          </div>`}
      ${together(this.odds?.must ?? null, rows)}
      ${(this.odds?.notes ?? []).map((text) => html`<p class="dense quiet">${text}</p>`)}
      ${this.odds?.source ? html`<p class="dense faint">${capital(this.odds.source)}</p>` : nothing}
    </section>`;
  }

  private under(): string {
    const decks = this.posted?.controls.find((one) => one.key === "decks")?.value;
    return [decks, t("lab.wagers.says")].filter(Boolean).join(" · ");
  }

  private row(row: LabWagerRow, most: number, exact: boolean, tables: boolean): TemplateResult {
    const chosen = row.wager === this.chosen;
    const must = this.odds?.must?.wagers ?? [];
    const tied = must.length > 1 && must.includes(row.wager);
    const said = tied ? t("lab.rank.together") : row.edge < 0 ? t("lab.player-edge") : saidOf(row);
    const figure = (name: string, value: TemplateResult | string): TemplateResult =>
      html`<span role="cell" class="lab-${name} ${value === "–" ? "none" : ""}"><i class="lab-label" aria-hidden="true">${t(`lab.col.${name}`)}</i>${value}</span>`;
    return html`<div class="lab-row ${chosen ? "chosen" : ""}" role="row" data-wager=${row.wager} @click=${() => this.choose(row.wager)}>
      <span role="cell" class="lab-wager">
        <button aria-pressed=${chosen ? "true" : "false"} @click=${() => this.choose(row.wager)}>${row.words}</button>
        <small class="caption ${row.edge < 0 && !tied ? "lab-own" : "quiet"}">${said}</small>
      </span>
      ${tables ? figure("table", row.table_words === "" ? "–" : row.table_words) : nothing}
      <span role="cell" class="lab-edge">
        <svg class="lab-bar ${tone(row.edge)}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect class="track" width="100" height="8" rx="4" />
          <rect width=${Math.max((Math.abs(row.edge) / most) * 100, 1.5).toFixed(1)} height="8" rx="4" />
        </svg>
        <b data-edge>${edge(row.edge)}</b>
      </span>
      ${exact ? figure("exactly", row.exactly === "" ? "–" : html`<span title=${row.exactly}>${fraction(row.exactly)}</span>`) : nothing}
      ${figure("wins", percent(row.wins, 1))} ${figure("swing", fixed(row.sd))} ${figure("cost", dollars(row.edge * 100))}
      <span role="cell" class="lab-method"><span class="tag ${row.method === "simulated" ? "lab-sim" : row.method_words.startsWith("best") ? "lab-best" : "lab-exact"}">${this.method(row)}</span></span>
    </div>`;
  }

  private method(row: LabWagerRow): string {
    return row.stderr === null ? row.method_words : t("lab.simulated", { error: percent(row.stderr, 3) });
  }

  private choose(wager: string): void {
    this.dispatchEvent(new CustomEvent("choose-wager", { detail: wager, bubbles: true }));
  }
}
customElements.define("hw-lab-wagers", Wagers);

function saidOf(wager: { readonly says: string; readonly rank: string }): string {
  return wager.says === "" ? t(`lab.rank.${wager.rank}`) : wager.says;
}

/** A wager of which nothing is known yet has its place already. */
function unknown(wager: LabOnOffer): TemplateResult {
  return html`<div class="lab-row unknown" role="row" data-unknown=${wager.wager}>
    <span role="cell" class="lab-wager"><b>${wager.words}</b><small class="caption quiet">${saidOf(wager)}</small></span>
    <span role="cell" class="lab-edge-unknown faint">${t("lab.unknown")}</span>
  </div>`;
}

/** Return the row of the wagers that must be bet together, if there is more than one. */
function together(
  must: LabRequiredBet | null,
  rows: readonly LabWagerRow[],
): TemplateResult | typeof nothing {
  if (must === null || must.wagers.length < 2) return nothing;
  const words = must.wagers.map((name) => rows.find((row) => row.wager === name)?.words ?? "").join(" + ");
  return html`<p class="lab-together"><b>${t("lab.together", { edge: edge(must.edge) })}</b>
    ${must.exactly === "" ? nothing : html`<span class="quiet" title=${must.exactly}>${fraction(must.exactly)}</span>`}
    <span class="quiet">${t("lab.together.says", { wagers: words })}</span></p>`;
}

function shown(name: string, exact: boolean, tables: boolean): boolean {
  return (name !== "exactly" || exact) && (name !== "table" || tables);
}
