/** Best play: charts of decisions in colours and letters, figures and sentences. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabChart, LabFigures, LabPlay, PlayAnswer } from "../contract.js";
import { call } from "../kit/api.js";
import { sentence, t } from "../kit/texts.js";
import { AskedCard } from "./asked.js";
import { figures } from "./grids.js";

export class Play extends AskedCard<LabPlay> {
  static override properties = { ...AskedCard.properties, takes: {}, wanted: { state: true } };
  /** `now`, or `minutes` where best play takes long to find. */
  declare takes: string;
  declare private wanted: boolean;

  constructor() {
    super();
    this.takes = "";
    this.wanted = false;
  }

  protected override what(): string {
    const asks = this.ready && (this.takes === "now" || this.wanted);
    return asks ? `${this.game} ${this.text}` : "";
  }

  protected override ask(wait: number): Promise<PlayAnswer> {
    return call("GET /api/lab/games/{game}/play", { game: this.game, posting: this.text, wait });
  }

  override render(): TemplateResult {
    const parts = this.found?.parts ?? [];
    const across = parts.some((part) => part.type === "chart" && part.columns[0] === "2" && part.columns.length === 10);
    return html`<section class="sheet" aria-labelledby="lab-play">
      <h2 id="lab-play">${t("lab.play")} ${across ? html`<small class="caption faint">${t("lab.play.says")}</small>` : nothing}</h2>
      ${this.takes === "minutes" && !this.wanted
        ? html`<p class="dense quiet">${t("lab.play.minutes")}</p>
            <button class="button lab-small" @click=${() => (this.wanted = true)}>${t("lab.play.find")}</button>`
        : nothing}
      ${this.state()}
      ${parts.map((part) =>
        part.type === "chart"
          ? chart(part)
          : part.type === "words"
            ? html`<p class=${part.alarm ? "lab-alarm" : "dense quiet"}>${sentence(part.text)}</p>`
            : listed(part),
      )}
    </section>`;
  }
}
customElements.define("hw-lab-play", Play);

/** Figures of a paper; long ones are folded under their title, and stand open where they have none. */
function listed(part: LabFigures): TemplateResult | typeof nothing {
  if (part.rows.length === 0) return nothing;
  if (part.rows.length <= 12 || part.title === "") return figures(part, 3);
  return html`<details class="lab-more"><summary>${part.title}</summary>${figures({ ...part, title: "" }, 3)}</details>`;
}

/** A chart of decisions: hands down, what is seen of the dealer across. */
function chart(found: LabChart): TemplateResult {
  const keys = new Map(found.keys.map((key) => [key.cell, key]));
  const several = new Set(found.rows.map((row) => row.part)).size > 1;
  return html`${found.title === "" ? nothing : html`<h3>${found.title}</h3>`}
    ${found.says.map((text) => html`<p class="dense quiet">${sentence(text)}</p>`)}
    <div class="lab-chart-wrap"><table class="lab-chart">
      <thead><tr><td></td>${found.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${found.rows.map((row, i) => {
          const first = several && row.part !== found.rows[i - 1]?.part;
          return html`<tr class=${first && i > 0 ? "first" : ""}>
            <th scope="row">${first ? html`<span class="spoken">${row.part}: </span>` : nothing}${row.hand}</th>
            ${row.cells.map((cell) => {
              const key = keys.get(cell);
              return html`<td class=${key === undefined || key.tone === "" ? "" : `tone-${key.tone}`} title=${key?.words ?? nothing}>
                ${cell}${key === undefined ? nothing : html`<span class="spoken"> ${key.words}</span>`}
              </td>`;
            })}
          </tr>`;
        })}
      </tbody>
    </table></div>
    ${found.keys.length === 0
      ? nothing
      : html`<ul class="lab-legend caption">
          ${found.keys.map((key) => html`<li><span class="lab-key ${key.tone === "" ? "" : `tone-${key.tone}`}" aria-hidden="true">${key.cell}</span> ${key.words}</li>`)}
        </ul>`}`;
}
