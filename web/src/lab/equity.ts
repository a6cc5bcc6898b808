/** the equity of poker hands. */
import { html, nothing, type TemplateResult } from "lit";
import type { ChancesAnswer, LabChances } from "../contract.js";
import { call } from "../kit/api.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { AskedCard } from "./asked.js";
import { fixed, fraction } from "./figures.js";

const MOST = 10;

export class EquityCard extends AskedCard<LabChances> {
  static override properties = { ...AskedCard.properties, hands: { state: true }, wanted: { state: true }, board: { state: true } };
  declare private hands: readonly string[];
  declare private board: string;
  declare private wanted: string;

  constructor() {
    super();
    this.hands = ["", ""];
    this.board = "";
    this.wanted = "";
  }

  protected override what(): string {
    return this.wanted === "" ? "" : `${this.game} ${this.text} ${this.wanted}`;
  }

  protected override ask(wait: number): Promise<ChancesAnswer> {
    const [hands = "", board = ""] = this.wanted.split("|");
    return call("GET /api/lab/games/{game}/equity", { game: this.game, posting: this.text, hands, board, wait });
  }

  override render(): TemplateResult {
    return html`<section class="sheet" aria-labelledby="lab-equity">
      <h2 id="lab-equity">${t("lab.equity")} <small class="caption faint">${t("lab.equity.says")}</small></h2>
      <form class="lab-equity" @submit=${this.count}>
        ${this.hands.map(
          (hand, i) => html`<label>${t("lab.equity.hand", { n: i + 1 })}
            <input class="field" maxlength="60" autocomplete="off" spellcheck="false" ?required=${i < 2} .value=${hand}
              @change=${(event: Event) => this.held(i, (event.target as HTMLInputElement).value)} />
          </label>`,
        )}
        <label>${t("lab.equity.board")}
          <input class="field" maxlength="20" autocomplete="off" spellcheck="false" .value=${this.board}
            @change=${(event: Event) => (this.board = (event.target as HTMLInputElement).value.trim())} />
        </label>
        <div class="lab-buttons">
          ${this.hands.length < MOST ? html`<button type="button" class="button lab-small" @click=${() => (this.hands = [...this.hands, ""])}>${t("lab.equity.another")}</button>` : nothing}
          <button class="button main lab-small">${t("lab.equity.count")}</button>
        </div>
        <p class="caption faint">${t("lab.equity.hint")}</p>
      </form>
      ${this.state()} ${this.found === null ? nothing : this.chances(this.found)}
    </section>`;
  }

  private held(at: number, hand: string): void {
    this.hands = this.hands.map((one, i) => (i === at ? hand.trim() : one));
  }

  private readonly count = (event: Event): void => {
    event.preventDefault();
    this.wanted = `${this.hands.filter((hand) => hand !== "").join("/")}|${this.board}`;
  };

  private chances(found: LabChances): TemplateResult {
    return html`<div class="scrolls" tabindex="0" role="group" aria-labelledby="lab-equity"><table class="table">
        <thead><tr><td></td><th class="figure">${t("lab.equity.share")}</th><th class="figure">${t("lab.col.exactly")}</th><th class="figure">${t("lab.col.wins")}</th><th class="figure">${t("lab.equity.ties")}</th></tr></thead>
        <tbody>
          ${found.hands.map(
            (one) => html`<tr>
              <td><b>${one.hand}</b></td>
              <td class="figure"><b>${percent(one.share, 3)}</b>${one.error === null ? nothing : ` ± ${(one.error * 100).toFixed(3)}`}</td>
              <td class="figure" title=${one.exactly === "" ? nothing : one.exactly}>${fraction(one.exactly)}</td>
              <td class="figure">${percent(one.wins, 2)}</td>
              <td class="figure">${percent(one.ties, 2)}</td>
            </tr>`,
          )}
        </tbody>
      </table></div>
      <p class="caption faint">${t("lab.equity.deals", { method: found.method, deals: fixed(found.deals, 0) })}</p>
      ${found.assumptions.map((text) => html`<p class="caption faint">${text}</p>`)}`;
  }
}
customElements.define("hw-lab-equity", EquityCard);
