/** The house edge of a wager by pay table and decks, with the posted one framed. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabCell, LabWagerRow, LabTables, TablesAnswer } from "../contract.js";
import { call } from "../kit/api.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { AskedCard } from "./asked.js";

const SHADES = 5;
/** Edges that lie nearer together than this are hardly told apart: of the largest, and in all. */
const NEAR = 0.25;
const NEAREST = 0.005;

export class Tables extends AskedCard<LabTables> {
  static override properties = { ...AskedCard.properties, row: { attribute: false } };
  declare row: LabWagerRow | null;

  constructor() {
    super();
    this.row = null;
  }

  protected override what(): string {
    return this.ready && this.row !== null ? `${this.game} ${this.row.wager} ${this.text}` : "";
  }

  protected override ask(wait: number): Promise<TablesAnswer> {
    return call("GET /api/lab/games/{game}/wagers/{wager}/tables", {
      game: this.game, wager: this.row?.wager ?? "", posting: this.text, wait,
    });
  }

  override render(): TemplateResult {
    const { found } = this;
    const one = found !== null && found.tables.length * found.decks.length < 2;
    if (this.row === null || (this.pending === null && (found === null || one))) return html``;
    const byDecks = found === null || found.decks.some((name) => name !== "");
    return html`<section class="sheet" aria-labelledby="lab-tables">
      <h2 id="lab-tables">${t(byDecks ? "lab.tables" : "lab.tables.only")} <small class="caption faint">${t("lab.tables.says")}</small></h2>
      ${this.state()} ${found === null || one ? nothing : this.grid(found)}
    </section>`;
  }

  private grid(found: LabTables): TemplateResult {
    const known = found.cells.flat().flatMap((cell) => (cell.edge === null ? [] : [cell.edge]));
    const low = Math.min(...known);
    const span = Math.max(Math.max(...known) - low, NEAR * Math.max(...known.map(Math.abs)), NEAREST);
    const heads = found.decks.some((name) => name !== "");
    const named = found.tables.some((name) => name !== ""); // what is paid by no table has one line for all decks
    return html`<table class="lab-grid">
      ${heads ? html`<thead><tr>${named ? html`<td></td>` : nothing}${found.decks.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>` : nothing}
      <tbody>
        ${found.cells.map(
          (cells, i) => html`<tr>
            ${named ? html`<th scope="row">${found.tables[i]}</th>` : nothing}
            ${cells.map((cell) => this.cell(cell, low, span))}
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  private cell(cell: LabCell, low: number, span: number): TemplateResult {
    if (cell.edge === null) return html`<td>–</td>`;
    const shade = Math.min(SHADES - 1, Math.floor(((cell.edge - low) / span) * SHADES));
    const why = cell.barred === "" ? "" : t("lab.tables.barred", { why: cell.barred });
    return html`<td class="heat-${shade} ${cell.posted ? "posted" : ""} ${why === "" ? "" : "barred"}" title=${why === "" ? nothing : why}>
      ${percent(cell.edge)}${cell.posted ? html`<span class="spoken"> ${t("lab.tables.posted")}</span>` : nothing}${why === "" ? nothing : html`<span class="spoken"> ${why}</span>`}
    </td>`;
  }
}
customElements.define("hw-lab-tables", Tables);
