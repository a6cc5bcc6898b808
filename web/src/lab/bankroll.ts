/** The effect of a wager on a bankroll: results of a visit, and the chance of ruin. */
import { html, nothing, type TemplateResult } from "lit";
import type { BankrollAnswer, LabBankroll, LabWagerRow } from "../contract.js";
import { call } from "../kit/api.js";
import { lineChart } from "../kit/charts.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { AskedCard } from "./asked.js";
import { dollars, gained, short } from "./figures.js";

interface Plan {
  readonly unit: number;
  readonly purse: number;
  readonly rounds: number;
}

const BOUNDS: Readonly<Record<keyof Plan, readonly [number, number]>> = {
  unit: [0.01, 1_000_000], purse: [0, 100_000_000], rounds: [1, 100_000],
};

export class BankrollCard extends AskedCard<LabBankroll> {
  static override properties = { ...AskedCard.properties, row: { attribute: false }, plan: { state: true } };
  declare row: LabWagerRow | null;
  declare private plan: Plan;

  constructor() {
    super();
    this.row = null;
    this.plan = { unit: 10, purse: 500, rounds: 500 };
  }

  protected override what(): string {
    if (!this.ready || this.row === null) return "";
    return `${this.game} ${this.row.wager} ${this.text} ${this.row.edge} ${JSON.stringify(this.plan)}`;
  }

  protected override ask(wait: number): Promise<BankrollAnswer> {
    const { purse, rounds } = this.plan;
    const unit = this.row?.meter?.wager ?? this.plan.unit; // a progressive is made for one amount
    return call("GET /api/lab/games/{game}/wagers/{wager}/bankroll", {
      game: this.game, wager: this.row?.wager ?? "", posting: this.text, wait,
      unit: Math.round(unit * 100), purse: Math.round(purse * 100), rounds,
    });
  }

  override render(): TemplateResult {
    const { row, found } = this;
    if (row === null) return html``;
    return html`<section class="sheet" aria-labelledby="lab-bankroll">
      <h2 id="lab-bankroll">${t("lab.bankroll")} <small class="caption faint">${row.words}, ${t("lab.bankroll.says")}</small></h2>
      <div class="lab-fields">${(["unit", "purse", "rounds"] as const).map((name) => (name === "unit" && row.meter !== null ? nothing : this.field(name)))}</div>
      ${this.state()} ${found === null ? nothing : this.measures(found)}
    </section>`;
  }

  private field(name: keyof Plan): TemplateResult {
    const [least, most] = BOUNDS[name];
    return html`<label>${t(`lab.bankroll.${name}`)}
      <input class="field" type="number" name=${name} min=${least} max=${most} step=${name === "unit" || name === "purse" ? "any" : 1}
        .value=${String(this.plan[name])} @change=${(event: Event) => this.planned(name, event.target as HTMLInputElement)} />
    </label>`;
  }

  private planned(name: keyof Plan, field: HTMLInputElement): void {
    if (field.validity.valid && field.value !== "") this.plan = { ...this.plan, [name]: Number(field.value) };
    else field.value = String(this.plan[name]);
  }

  private measures(found: LabBankroll): TemplateResult {
    const at = (p: number): number => found.quantiles.find((one) => one.x === p)?.y ?? 0;
    const how = found.ruin_method === "exact" ? "" : ` (${t("lab.bankroll.approximate")})`;
    return html`<dl class="lab-figures">
        <div><dt>${t("lab.bankroll.mean")}</dt><dd>${gained(found.mean)}</dd></div>
        <div><dt>${t("lab.bankroll.middle")}</dt><dd>${gained(at(0.05))} … ${gained(at(0.95))}</dd></div>
        <div><dt>${t("lab.bankroll.ahead")}</dt><dd>${percent(found.ahead, 1)}</dd></div>
        <div><dt>${t("lab.bankroll.ruin")}${how}</dt><dd>${percent(found.ruin, 1)}</dd></div>
      </dl>
      <div class="lab-charts">
        ${found.results.length < 3 ? nothing : this.results(found, at(0.05), at(0.95))}
        ${found.ruin_by.length < 3 ? nothing : this.ruin(found)}
      </div>`;
  }

  private results(found: LabBankroll, low: number, high: number): TemplateResult {
    return html`<figure>
      <figcaption class="caption quiet">${t("lab.bankroll.results.title", { rounds: short(found.rounds) })}</figcaption>
      ${lineChart({
        says: t("lab.bankroll.results", { rounds: found.rounds, unit: dollars(found.unit), low: gained(low), high: gained(high) }),
        points: found.results.map((one) => ({ x: one.x, y: one.y, least: 0, most: one.y })),
        x: (value) => gained(value),
        y: (value) => percent(value, 1),
        width: 360, height: 150,
      })}
    </figure>`;
  }

  private ruin(found: LabBankroll): TemplateResult {
    return html`<figure>
      <figcaption class="caption quiet">${t("lab.bankroll.curve.title")}</figcaption>
      ${lineChart({
        says: t("lab.bankroll.curve", { rounds: found.rounds, ruin: percent(found.ruin, 1), purse: dollars(found.bankroll) }),
        points: found.ruin_by,
        x: (value) => dollars(value),
        y: (value) => percent(value, 0),
        width: 360, height: 150,
      })}
    </figure>`;
  }
}
customElements.define("hw-lab-bankroll", BankrollCard);
