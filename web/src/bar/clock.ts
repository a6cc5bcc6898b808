/** The time that is left for an answer: a ring and seconds, by the room's clock. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";

const EVERY = 200;
/** Red from here on, not before. */
const URGENT = 5;

export class Clock extends Piece {
  static override properties = { due: { type: Number }, seconds: { state: true } };
  /** When time is up, by the room's clock; 0: never. */
  declare due: number;
  /** The room's clock. */
  declare now: () => number;
  declare private seconds: number;
  private from = 1;
  private left = 0;

  constructor() {
    super();
    this.due = 0;
    this.now = Date.now;
    this.seconds = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const timer = setInterval(() => this.tick(), EVERY);
    this.ends(() => clearInterval(timer));
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("due")) return;
    this.from = Math.max(1, this.due - this.now());
    this.measure();
  }

  private measure(): void {
    this.left = Math.max(0, this.due - this.now());
    this.seconds = Math.ceil(this.left / 1000);
  }

  private tick(): void {
    if (this.due === 0) return;
    this.measure();
    this.querySelector<SVGElement>(".clock-left")?.style.setProperty("--gone", String(100 * (1 - this.left / this.from)));
  }

  override render(): TemplateResult | typeof nothing {
    if (this.due === 0) return nothing;
    const urgent = this.seconds <= URGENT;
    return html`<span class="clock ${urgent ? "urgent" : ""}" role="timer" aria-label=${t("bar.seconds", { n: this.seconds })}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        ${svg`<circle class="clock-ring" cx="24" cy="24" r="20" />
        <circle class="clock-left" cx="24" cy="24" r="20" pathLength="100" />`}
      </svg>
      <b aria-hidden="true">${this.seconds}</b>
    </span>`;
  }
}
customElements.define("hw-clock", Clock);
