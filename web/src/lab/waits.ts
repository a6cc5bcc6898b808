/** The progress of a long computation: in words, as a bar where it can be counted, and its duration. */
import { html, nothing, type TemplateResult } from "lit";
import type { Pending } from "../contract.js";
import { Piece } from "../kit/element.js";
import { count, t } from "../kit/texts.js";

const TICK_MS = 1000;
const MINUTE = 60;
/** Seconds from which the time left is given in minutes. */
const MINUTES_FROM = 90;
/** So many seconds pass before they are counted aloud. */
const SOON = 5;

/** The progress in words. */
export function howFar(pending: Pending): string {
  if (pending.ahead > 0 && pending.words === "") return count("lab.ahead", pending.ahead);
  const said = [];
  if (pending.of > 0) said.push(t("lab.part", { done: pending.done, of: pending.of }));
  if (pending.left > 0) said.push(timeLeft(pending.left));
  const part = said.length > 0 ? ` (${said.join(", ")})` : "";
  return `${pending.words === "" ? t("lab.pending") : pending.words}${part}`;
}

function timeLeft(seconds: number): string {
  return seconds < MINUTES_FROM
    ? t("lab.left.seconds", { seconds: Math.ceil(seconds) })
    : t("lab.left.minutes", { minutes: Math.ceil(seconds / MINUTE) });
}

export class Waits extends Piece {
  static override properties = { pending: { attribute: false }, seconds: { state: true } };
  declare pending: Pending | null;
  declare private seconds: number;
  private since = 0;

  constructor() {
    super();
    this.pending = null;
    this.seconds = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.since = performance.now();
    const timer = window.setInterval(() => (this.seconds = Math.floor((performance.now() - this.since) / TICK_MS)), TICK_MS);
    this.ends(() => clearInterval(timer));
  }

  override render(): TemplateResult | typeof nothing {
    const { pending, seconds } = this;
    if (pending === null) return nothing;
    return html`<div class="lab-pending">
      <p><span class="lab-dots" aria-hidden="true"></span><span role="status">${howFar(pending)}</span>
        ${seconds < SOON ? nothing : html`<span class="faint">${t("lab.since", { seconds })}</span>`}</p>
      ${pending.of > 1 ? html`<progress class="lab-progress" max=${pending.of} .value=${pending.done} aria-label=${t("lab.pending")}></progress>` : nothing}
    </div>`;
  }
}
customElements.define("hw-lab-waits", Waits);

/** The same where something is pending. */
export function progress(pending: Pending | null): TemplateResult | typeof nothing {
  return pending === null ? nothing : html`<hw-lab-waits .pending=${pending}></hw-lab-waits>`;
}
