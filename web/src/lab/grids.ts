/** Tables of figures: both sides of a wager that a player banks, what a turn is worth, what the room takes. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabFigures, LabOdds, LabWagerRow } from "../contract.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";

/** A table of figures with its title and note; wide ones scroll in themselves, called by title or heads. */
export function figures(grid: LabFigures, level = 2): TemplateResult {
  const title = grid.title === "" ? nothing : level === 2 ? html`<h2>${grid.title}</h2>` : html`<h3>${grid.title}</h3>`;
  const name = grid.title === "" ? grid.head.filter((head) => head !== "").join(", ") : grid.title;
  return html`${title}
    <div class="scrolls" tabindex="0" role="group" aria-label=${name}>
      <table class="table">
        <thead><tr>${grid.head.map((name, i) => html`<th class=${i >= grid.words ? "figure" : ""}>${name}</th>`)}</tr></thead>
        <tbody>
          ${grid.rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class=${i >= grid.words ? "figure" : ""}>${cell}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>
    ${grid.note === "" ? nothing : html`<p class="caption faint">${grid.note}</p>`}`;
}

export class Grids extends Piece {
  static override properties = { row: { attribute: false }, odds: { attribute: false } };
  declare row: LabWagerRow | null;
  declare odds: LabOdds | null;

  constructor() {
    super();
    this.row = null;
    this.odds = null;
  }

  override render(): TemplateResult {
    const sides = this.row?.sides ?? null;
    return html`${sides === null ? nothing : html`<section class="sheet">${figures({ ...sides, title: t("lab.sides") })}</section>`}
      ${(this.odds?.grids ?? []).map((grid) => html`<section class="sheet">${figures(grid)}</section>`)}`;
  }
}
customElements.define("hw-lab-grids", Grids);
