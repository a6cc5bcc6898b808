/** A wanted edge, and pay tables that have it. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabProposed, LabTuned, TunedAnswer } from "../contract.js";
import { call } from "../kit/api.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { AskedCard } from "./asked.js";
import { edge, fixed } from "./figures.js";
import { post } from "./posting-text.js";

export class Target extends AskedCard<LabTuned> {
  static override properties = { ...AskedCard.properties, wager: {}, wanted: { state: true } };
  declare wager: string;
  declare private wanted: string;

  constructor() {
    super();
    this.wager = "";
    this.wanted = "";
  }

  protected override what(): string {
    return this.wanted === "" ? "" : `${this.game} ${this.wager} ${this.wanted} ${this.printed()}`;
  }

  /** Return the posting without custom pays, for which pay tables are searched. */
  private printed(): string {
    const found = new URLSearchParams(this.text);
    for (const key of [...found.keys()]) if (key.startsWith(`${this.wager}.`)) found.delete(key);
    return found.toString();
  }

  protected override ask(wait: number): Promise<TunedAnswer> {
    return call("GET /api/lab/games/{game}/wagers/{wager}/tune", {
      game: this.game, wager: this.wager, edge: `${this.wanted}%`, posting: this.printed(), wait,
    });
  }

  override render(): TemplateResult {
    return html`<form class="lab-target" @submit=${this.find}>
        <h3>${t("lab.target")} <small class="caption faint">${t("lab.target.says")}</small></h3>
        <input class="field lab-number" name="edge" inputmode="decimal" required pattern="[0-9]+([.][0-9]*)?" aria-label=${t("lab.target.edge")} placeholder="5" />
        <span aria-hidden="true">%</span>
        <button class="button lab-small">${t("lab.target.find")}</button>
      </form>
      ${this.state()}
      ${this.found === null || this.wanted === "" ? nothing : html`<ul class="lab-proposals">${this.found.proposals.map((one) => this.proposal(one))}</ul>`}`;
  }

  private readonly find = (event: SubmitEvent): void => {
    event.preventDefault();
    this.wanted = String(new FormData(event.target as HTMLFormElement).get("edge") ?? "").trim();
  };

  private proposal(one: LabProposed): TemplateResult {
    const pays = one.lines.filter((line) => line.share > 0);
    return html`<li>
      <div class="lab-card-head">
        <div>
          <b>${one.character}</b>
          <p class="caption faint">${t("lab.target.figures", { edge: edge(one.edge), wins: percent(one.wins, 1), sd: fixed(one.sd) })}</p>
        </div>
        <button class="button lab-small" data-edge=${one.edge} @click=${() => post(this, { set: {}, text: one.posting })}>${t("lab.target.take")}</button>
      </div>
      <dl class="dense">${pays.map((line) => html`<div><dt>${line.words}</dt><dd>${line.pays}</dd></div>`)}</dl>
    </li>`;
  }
}
customElements.define("hw-lab-target", Target);
