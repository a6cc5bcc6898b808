/** Your usual bets: what they cost a round and an hour, and where an hour ends. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabWagerRow } from "../contract.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { dollars, gained } from "./figures.js";

const KEPT = "houseway.odds_service.bets";

export class Usual extends Piece {
  static override properties = { game: {}, rows: { attribute: false }, bets: { state: true }, hour: { state: true } };
  declare game: string;
  declare rows: readonly LabWagerRow[];
  /** Wager -> dollars. */
  declare private bets: Readonly<Record<string, number>>;
  declare private hour: number;

  constructor() {
    super();
    this.game = "";
    this.rows = [];
    this.bets = {};
    this.hour = 70;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const kept = read();
    this.bets = kept[this.game] ?? {};
    this.hour = kept["hour"]?.["rounds"] ?? 70;
  }

  private bet(row: LabWagerRow): number {
    return this.bets[row.wager] ?? (row.rank === "main" || row === this.rows[0] ? 10 : 0);
  }

  override render(): TemplateResult {
    const rows = this.rows.filter((row) => row.rank !== "late");
    if (rows.length === 0) return html``;
    const mean = rows.reduce((sum, row) => sum - row.edge * this.bet(row), 0);
    const variance = rows.reduce((sum, row) => sum + row.variance * this.bet(row) ** 2, 0);
    const sd = Math.sqrt(variance * this.hour);
    const several = rows.filter((row) => this.bet(row) > 0).length > 1;
    return html`<section class="sheet lab-usual" aria-labelledby="lab-usual">
      <h2 id="lab-usual">${t("lab.usual")}</h2>
      <div class="lab-bets">
        ${rows.map(
          (row) => html`<label><span>${row.words}</span>
            <input class="field" type="number" min="0" max="1000000" step="any" aria-label=${t("lab.usual.bet", { wager: row.words })}
              .value=${String(this.bet(row))} @change=${(event: Event) => this.keep(row.wager, event.target as HTMLInputElement)} />
          </label>`,
        )}
        <label><span>${t("lab.usual.hours")}</span>
          <input class="field" type="number" min="1" max="10000" .value=${String(this.hour)} @change=${this.hours} />
        </label>
      </div>
      <dl class="lab-figures tall">
        <div><dd data-round>${dollars(-mean)}</dd><dt>${t("lab.usual.round")}</dt></div>
        <div><dd>${dollars(-mean * this.hour)}</dd><dt>${t("lab.usual.hour", { n: this.hour })}</dt></div>
        <div><dd>${gained(mean * this.hour - sd)} … ${gained(mean * this.hour + sd)}</dd><dt>${t("lab.usual.range")}</dt></div>
      </dl>
      ${several ? html`<p class="caption faint">${t("lab.usual.says")}</p>` : nothing}
    </section>`;
  }

  private keep(wager: string, field: HTMLInputElement): void {
    const value = Number(field.value);
    if (!field.validity.valid || field.value === "") return;
    this.bets = { ...this.bets, [wager]: value };
    write({ ...read(), [this.game]: this.bets });
  }

  private readonly hours = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    if (!field.validity.valid || field.value === "") return;
    this.hour = Number(field.value);
    write({ ...read(), hour: { rounds: this.hour } });
  };
}
customElements.define("hw-lab-usual", Usual);

type Kept = Record<string, Record<string, number>>;

function read(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Kept) : {};
  } catch {
    return {}; // someone else's words
  }
}

function write(kept: Kept): void {
  localStorage.setItem(KEPT, JSON.stringify(kept));
}
