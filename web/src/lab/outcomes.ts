/** The outcomes of a wager with their share of the return; its pays can be made one's own. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { LabOutcomeLine, LabWagerRow } from "../contract.js";
import { Piece } from "../kit/element.js";
import { chance, percent } from "../kit/money.js";
import { sentence, t } from "../kit/texts.js";
import { edge, fraction, oneIn } from "./figures.js";
import { ownPays, post } from "./posting-text.js";
import "./target.js";

const TYPING = 220;
/** Milliseconds after the last key before a pay counts as written. */

export class Outcomes extends Piece {
  static override properties = { game: {}, text: {}, row: { attribute: false }, trouble: {}, edits: { state: true } };
  declare game: string;
  declare text: string;
  declare row: LabWagerRow | null;
  /** The error of the posting, shown beside the pays that are edited. */
  declare trouble: string;
  declare private edits: boolean;
  private typing = 0;

  constructor() {
    super();
    this.game = "";
    this.text = "";
    this.row = null;
    this.trouble = "";
    this.edits = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(() => clearTimeout(this.typing));
  }

  override willUpdate(changed: PropertyValues): void {
    const before = changed.get("row") as LabWagerRow | null | undefined;
    if (before && before.wager !== this.row?.wager) this.edits = false;
  }

  override render(): TemplateResult {
    const { row } = this;
    if (row === null) return html``;
    const most = Math.max(...row.lines.map((line) => Math.abs(line.share ?? 0)), Number.MIN_VALUE);
    return html`<section class="sheet" aria-labelledby="lab-outcomes">
      <div class="lab-card-head">
        <h2 id="lab-outcomes">
          ${titled(row)} <small class="caption faint">${t("lab.outcomes")}</small>
        </h2>
        ${row.clauses.slice(0, 1).map((id) => html`<hw-clause .name=${id} .game=${this.game}></hw-clause>`)}
      </div>
      ${row.warnings.map((text) => html`<p class="lab-alarm">${sentence(text)}</p>`)}
      <table class="table lab-lines">
        <thead>
          <tr>
            <th>${t("lab.col.outcome")}</th>
            <th class="figure">${t("lab.col.pays")}</th>
            <th class="figure">${t("lab.col.comes")}</th>
            <th class="figure lab-one-in">${t("lab.col.one-in")}</th>
            <th class="figure">${t("lab.col.share")}</th>
          </tr>
        </thead>
        <tbody>
          ${row.lines.map((line) => this.line(row, line, most))}
        </tbody>
      </table>
      ${row.editable ? this.own(row) : nothing}
      ${row.assumptions.length === 0
        ? nothing
        : html`<details class="lab-more">
            <summary>${t("lab.assumed")}</summary>
            ${row.assumptions.map((text) => html`<p class="dense quiet">${text}</p>`)}
          </details>`}
    </section>`;
  }

  private line(row: LabWagerRow, line: LabOutcomeLine, most: number): TemplateResult {
    const share = line.share ?? 0;
    return html`<tr class=${line.wins ? "" : "lab-nothing"}>
      <td>${line.words}</td>
      <td class="figure">${this.edits ? this.pay(row, line) : html`<b>${line.pays}</b>`}</td>
      <td class="figure" title=${line.exactly === "" ? nothing : line.exactly}>${chance(line.chance)}</td>
      <td class="figure lab-one-in">${oneIn(line.chance)}</td>
      <td class="figure lab-share">
        ${share > 0
          ? html`<svg class="lab-bar share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect x=${(100 - (share / most) * 100).toFixed(1)} width=${((share / most) * 100).toFixed(1)} height="8" rx="2" />
              </svg>
              <span>${percent(share, 1)}</span>`
          : "–"}
      </td>
    </tr>`;
  }

  private pay(row: LabWagerRow, line: LabOutcomeLine): TemplateResult {
    return html`<input
      class="field lab-pay"
      aria-label=${t("lab.edit.pay", { outcome: line.words })}
      data-outcome=${line.outcome}
      .value=${line.pays}
      @input=${(event: Event) => this.typed(row, line, event.target as HTMLInputElement)}
      @change=${(event: Event) => this.write(row, line, event.target as HTMLInputElement)}
    />`;
  }

  private typed(row: LabWagerRow, line: LabOutcomeLine, field: HTMLInputElement): void {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.write(row, line, field), TYPING);
  }

  private write(row: LabWagerRow, line: LabOutcomeLine, field: HTMLInputElement): void {
    clearTimeout(this.typing);
    const pay = field.value.trim();
    if (pay !== "" && pay !== line.pays) post(this, { set: { [`${row.wager}.${line.outcome}`]: pay }, quietly: true });
  }

  /** The pays as one's own: edit them, or name the edge. */
  private own(row: LabWagerRow): TemplateResult {
    const mine = ownPays(this.text, row.wager) || row.own;
    const was = row.others[0];
    return html`<div class="lab-own-pays">
        <div class="lab-own-edge" role="status">
          ${mine
            ? html`<b data-own-edge>${t("lab.edit.edge", { edge: edge(row.edge) })}</b>
                ${row.exactly === "" ? nothing : html`<span class="dense faint" title=${row.exactly}>${fraction(row.exactly)}</span>`}
                ${was === undefined ? nothing : html`<span class="dense faint">${t("lab.edit.was", { edge: edge(was.edge) })}</span>`}`
            : nothing}
        </div>
        <div class="lab-buttons">
          ${mine ? html`<button class="button lab-small" @click=${() => post(this, { set: {}, printed: [row.wager] })}>${t("lab.edit.printed")}</button>` : nothing}
          <button class="button lab-small" aria-expanded=${this.edits ? "true" : "false"} @click=${() => (this.edits = !this.edits)}>
            ${t(this.edits ? "lab.edit.done" : "lab.edit")}
          </button>
        </div>
      </div>
      ${this.edits && this.trouble !== "" ? html`<p class="problem lab-pay-problem">${this.trouble}</p>` : nothing}
      ${this.edits && !row.at_once ? html`<p class="dense quiet">${t("lab.edit.slow")}</p>` : nothing}
      ${this.edits && row.at_once ? html`<hw-lab-target .game=${this.game} .text=${this.text} .wager=${row.wager}></hw-lab-target>` : nothing}`;
  }
}
customElements.define("hw-lab-outcomes", Outcomes);

function titled(row: LabWagerRow): string {
  if (row.table_words === "") return row.words;
  const printed = row.editable && !row.own && !/^[a-z]/.test(row.table_words); // a name, not a sentence
  return t(printed ? "lab.outcomes.table" : "lab.outcomes.of", { wager: row.words, table: row.table_words });
}
