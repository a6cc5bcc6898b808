/** The posting and its options: segmented controls with the clauses that allow them. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabControl, LabPostedControls, LabControlValue } from "../contract.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { post } from "./posting-text.js";

const LETTERS = 34;
/** As many letters as stand side by side in one row of segments. */
const GROUPS = ["game", "pay", "more"] as const;
const FIRST = "decks";
const SHOWN = 2;
/** So many choices of how it is dealt stand open, the others are folded. */
const FEW = 8;
/** More pay tables than these are folded. */

export class Posting extends Piece {
  static override properties = { game: {}, posted: {} };
  declare game: string;
  declare posted: LabPostedControls | null;

  constructor() {
    super();
    this.game = "";
    this.posted = null;
  }

  override render(): TemplateResult {
    const { posted } = this;
    if (posted === null) return html``;
    const decks = posted.controls.filter((one) => one.key === FIRST);
    const rest = posted.controls.filter((one) => one.key !== FIRST);
    const pay = rest.filter((one) => one.group === "pay");
    const folded = pay.length > FEW;
    const first = rest.filter((one) => one.group === "game").slice(0, SHOWN);
    const groups = GROUPS.map((name) => [name, rest.filter((one) => one.group === name && !first.includes(one))] as const);
    return html`<details class="sheet lab-posting" ?open=${wide()}>
      <summary><h2>${t("lab.posted")}</h2></summary>
      <div class="lab-controls">
        ${[...decks, ...first, ...(folded ? [] : pay)].map((one) => this.control(one))}
      </div>
      ${groups.map(([name, controls]) => (name === "pay" && !folded ? nothing : this.group(name, controls)))}
      ${posted.chosen.map((text) => html`<p class="caption quiet">${text}</p>`)}
      ${posted.posting === "" ? nothing : html`<button class="button lab-small" @click=${this.reset}>${t("lab.posted.reset")}</button>`}
    </details>`;
  }

  private group(name: string, controls: readonly LabControl[]): TemplateResult | typeof nothing {
    if (controls.length === 0) return nothing;
    const stated = controls.some((one) => one.stated);
    return html`<details class="lab-more" ?open=${stated}>
      <summary>${t(`lab.posted.${name}`)}</summary>
      <div class="lab-controls">${controls.map((one) => this.control(one))}</div>
    </details>`;
  }

  private control(one: LabControl): TemplateResult {
    const heading = one.pays.length > 0 ? one.wager.charAt(0).toUpperCase() + one.wager.slice(1) : one.words;
    const id = `lab-of-${one.key}`;
    const several = one.values.length > 0;
    return html`<div class="lab-control" data-key=${one.key} role=${several ? "radiogroup" : "group"} aria-labelledby=${id}>
      <div class="lab-control-head">
        <span id=${id}>${heading}</span>
        ${one.clauses.slice(0, 1).map((clause) => html`<hw-clause .name=${clause} .game=${this.game}></hw-clause>`)}
      </div>
      ${several ? this.segments(one) : this.field(one)}
    </div>`;
  }

  private segments(one: LabControl): TemplateResult {
    const letters = one.values.reduce((sum, value) => sum + this.words(one, value).length + 3, 0);
    const listed = letters > LETTERS;
    return html`<div class="lab-segments ${listed ? "listed" : ""}">
      ${one.values.map((value) => {
        const why = value.why ?? "";
        const frees = value.frees ?? [];
        const id = `${one.key} ${value.written}`;
        const says = why === "" ? "" : t(frees.length > 0 ? "lab.posted.frees" : "lab.posted.fits", { why });
        return html`<label class=${why === "" ? "" : "unfit"} title=${says === "" ? nothing : says}>
          <input
            type="radio"
            name=${one.key}
            .checked=${value.written === one.written}
            ?disabled=${why !== "" && frees.length === 0}
            aria-description=${says === "" ? nothing : says}
            data-value=${id}
            @change=${() => this.take(one, value)}
          /><span>${this.words(one, value)}</span>
        </label>`;
      })}
    </div>`;
  }

  /** "5" under a heading that says decks. */
  private words(one: LabControl, value: LabControlValue): string {
    if (one.pays.length > 0 && value.written === "own") return t("lab.posted.own");
    if (one.pays.length > 0 && value.written === "off") return t("lab.posted.off");
    return one.key === FIRST && /^\d+$/.test(value.written) ? value.written : value.words;
  }

  private field(one: LabControl): TemplateResult {
    const says = one.least === "" || one.most.length > 9 ? "" : t("lab.posted.bounds", { least: one.least, most: one.most });
    return html`<input
        class="field lab-field"
        aria-labelledby=${`lab-of-${one.key}`}
        aria-description=${one.allowed}
        inputmode=${one.kind === "text" || one.kind === "limits" ? "text" : "decimal"}
        .value=${one.written}
        @change=${(event: Event) => this.written(one, (event.target as HTMLInputElement).value)}
      />${says === "" ? nothing : html`<span class="note faint">${says}</span>`}`;
  }

  private take(one: LabControl, value: LabControlValue): void {
    const frees = Object.fromEntries((value.frees ?? []).map((key) => [key, null]));
    post(this, { set: { ...frees, [one.key]: value.written }, printed: one.pays });
  }

  private written(one: LabControl, value: string): void {
    post(this, { set: { [one.key]: value.trim() } });
  }

  private readonly reset = (): void => post(this, { set: {}, text: "" });
}
customElements.define("hw-lab-posting", Posting);

function wide(): boolean {
  return matchMedia("(min-width: 68.75em)").matches;
}
