/** The return of a progressive wager by the amount of its meter. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabMeter, LabWagerRow } from "../contract.js";
import { lineChart } from "../kit/charts.js";
import { Piece } from "../kit/element.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { dollars, fixed, short } from "./figures.js";

export class Meter extends Piece {
  static override properties = { row: { attribute: false } };
  declare row: LabWagerRow | null;

  constructor() {
    super();
    this.row = null;
  }

  override render(): TemplateResult {
    const meter = this.row?.meter ?? null;
    if (this.row === null || meter === null) return html``;
    return html`<section class="sheet" aria-labelledby="lab-meter">
      <h2 id="lab-meter">${t("lab.meter")} <small class="caption faint">${t("lab.meter.says", { wager: dollars(meter.wager) })}</small></h2>
      ${curve(meter, this.row.words)}
      <dl class="lab-figures">
        ${meter.break_even === null ? nothing : one(dollars(meter.break_even), "lab.meter.break-even")}
        ${one(percent(meter.without), "lab.meter.without")}
        ${meter.long_run === null ? nothing : one(percent(meter.long_run), "lab.meter.long-run")}
      </dl>
      <table class="table">
        <thead><tr><td></td><th class="figure">${t("lab.meter.seed")}</th><th class="figure">${t("lab.meter.won")}</th><th class="figure">${t("lab.meter.average")}</th></tr></thead>
        <tbody>
          ${meter.meters.map(
            (life) => html`<tr>
              <td>${life.words}</td>
              <td class="figure">${dollars(life.seed, 0)}</td>
              <td class="figure">${life.hit > 0 ? fixed(1 / life.hit, 0) : "–"}</td>
              <td class="figure">${life.average === null ? "–" : dollars(life.average, 0)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }
}
customElements.define("hw-lab-meter", Meter);

function one(value: string, id: string): TemplateResult {
  return html`<div><dt>${t(id)}</dt><dd>${value}</dd></div>`;
}

/** A straight line through what comes back at the seed and the meter at which all does. */
function curve(meter: LabMeter, wager: string): TemplateResult | typeof nothing {
  const seed = meter.meters[0]?.seed ?? 0;
  const even = meter.break_even;
  if (even === null || even <= seed) return nothing;
  const slope = (1 - meter.at_seed) / (even - seed);
  const most = even * 1.5;
  const points = Array.from({ length: 31 }, (_, i) => ({ x: (most * i) / 30, y: meter.at_seed + slope * ((most * i) / 30 - seed) }));
  return lineChart({
    says: t("lab.meter.chart", { wager }),
    points,
    x: (value) => `$${short(value)}`,
    y: (value) => percent(value, 0),
    mark: { y: 1, says: t("lab.meter.even") },
  });
}
