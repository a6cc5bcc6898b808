/** Progressive meters: brass plates that count up and never flash. */
import { type TemplateResult, html, nothing } from "lit";
import type { MeterView } from "../contract.js";
import { Piece } from "../kit/element.js";
import { exactly } from "../kit/money.js";
import { still } from "../kit/settings.js";
import type { Play } from "../play/store.js";
import { called } from "./model.js";

const TICKS_MS = 900;

/** A figure that runs to its value. */
export class Ticking extends Piece {
  static override properties = { cents: { type: Number } };
  declare cents: number;
  private shown = -1;
  private run = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.run);
  }

  override willUpdate(): void {
    const from = this.shown;
    if (from === this.cents) return;
    cancelAnimationFrame(this.run);
    if (from < 0 || this.cents < from || still() || document.hidden) {
      this.shown = this.cents;
      return;
    }
    const began = performance.now();
    const tick = (now: number): void => {
      const share = Math.min(1, (now - began) / TICKS_MS);
      this.shown = Math.round(from + (this.cents - from) * share);
      this.write();
      if (share < 1) this.run = requestAnimationFrame(tick);
    };
    this.run = requestAnimationFrame(tick);
  }

  /** The running value bypasses the template, which has only the final value. */
  private write(): void {
    const shows = this.querySelector("span");
    if (shows !== null) shows.textContent = exactly(this.shown);
  }

  override updated(): void {
    this.write();
  }

  override render(): TemplateResult {
    return html`<span></span>`;
  }
}
customElements.define("hw-ticking", Ticking);

/** The meters of a table, those of one wager on one plate. */
export function meters(play: Play): TemplateResult | typeof nothing {
  const spots = new Map<string, MeterView[]>();
  for (const one of play.drawn?.meters ?? []) spots.set(one.spot, [...(spots.get(one.spot) ?? []), one]);
  if (spots.size === 0) return nothing;
  return html`<ul class="meters">
    ${[...spots].map(([spot, all]) => plate(called(play.layout?.spots.find((one) => one.name === spot)), all))}
  </ul>`;
}

function plate(name: string, all: readonly MeterView[]): TemplateResult {
  const [first, ...rest] = [...all].sort((a, b) => b.cents - a.cents);
  return html`<li class="meter-plate">
    <span class="meter-name print">${name || first?.words}</span>
    <b title=${first?.words ?? ""}><hw-ticking .cents=${first?.cents ?? 0}></hw-ticking></b>
    ${rest.length === 0 ? nothing : html`<span class="meter-rest">${rest.map((one) => html`<span title=${one.words}><hw-ticking .cents=${one.cents}></hw-ticking></span> `)}</span>`}
  </li>`;
}
