/** A decision with an amount: presets, slider, field, and the button that carries the amount. */
import { html, nothing, type TemplateResult } from "lit";
import type { Amount, Offer, Preset } from "../contract.js";
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { primary, proposed } from "./decide.js";
import type { Choice } from "./choice.js";

/** So many places of a slider are enough for a hand. */
const NOTCHES = 400;
const NICE = [1, 5, 25, 100, 500, 2500, 10_000, 50_000, 250_000, 1_000_000, 5_000_000];

/** The amounts that a slider stops at: the least, then round ones in the rules' own steps, the most. */
export function notches(action: Amount): number[] {
  const { least, most, step } = action;
  const coarse = NICE.find((one) => one % step === 0 && (most - least) / one <= NOTCHES) ?? NICE.at(-1) ?? step;
  const found = [least];
  const first = step === 1 ? Math.floor(least / coarse) * coarse + coarse : least + coarse;
  for (let cents = first; cents < most; cents += coarse) found.push(cents);
  if (most > least) found.push(most);
  return found;
}

/** True if the rules take this amount. */
export function allowed(action: Amount, cents: number): boolean {
  if (!Number.isInteger(cents) || cents < action.least || cents > action.most) return false;
  return cents === action.most || (cents - action.least) % action.step === 0;
}

/** Dollars as people type them, in cents; NaN if it is no amount. */
export function typed(text: string): number {
  const said = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,10}(\.\d{0,2})?$/.test(said)) return Number.NaN;
  const [whole = "0", rest = ""] = said.split(".");
  return Number(whole) * 100 + Number(rest.padEnd(2, "0"));
}

/** An amount as it stands in a field: without a sign. */
export function written(cents: number): string {
  return money(cents).replace(/[$,]/g, "");
}

/** The usual amounts: those that the engine names, else the least and the most. */
export function presetsOf(action: Amount, offer: Offer | undefined): readonly Preset[] {
  if (offer !== undefined && offer.presets.length > 0) return offer.presets;
  const ends = [{ words: t("bar.amount.least"), cents: action.least }];
  return action.most > action.least ? [...ends, { words: t("bar.amount.most"), cents: action.most }] : ends;
}

/** The amount to begin with: the least, unless that is no usual one. */
export function firstOf(action: Amount, offer: Offer | undefined): number {
  const presets = presetsOf(action, offer);
  return presets.some((one) => one.cents === action.least) ? action.least : (presets[0]?.cents ?? action.least);
}

/** The state of an editor of an amount; `text` is the content of the field. */
export interface Editing {
  readonly choice: Choice;
  readonly action: Amount;
  readonly offer: Offer | undefined;
  readonly text: string;
  readonly ready: boolean;
  /** True if the player has chosen this amount; a proposed one is never sent by Enter. */
  readonly chosen: boolean;
  /** Cents of the decision to which this amount is added, as a tip is; 0: it stands alone. */
  readonly added: number;
  readonly set: (text: string) => void;
  readonly send: (cents: number) => void;
}

/** Return the label of the button: "Raise to $882", "Insure $5". */
export function carried(edit: Editing, cents: number): string {
  const by = edit.offer?.means === "to" ? "bar.amount.to" : "bar.amount.by";
  return t(by, { label: edit.choice.label, amount: money(cents) });
}

/** The presets, the slider and the field; nothing where there is but one amount. */
export function editor(edit: Editing): TemplateResult | typeof nothing {
  const { action } = edit;
  if (action.least === action.most) return nothing;
  const cents = typed(edit.text);
  const stops = notches(action);
  const at = stops.findLastIndex((stop) => stop <= cents);
  const range = t("bar.amount.range", { least: money(action.least), most: money(action.most) });
  const slide = (event: Event): void => {
    const stop = stops[Number((event.target as HTMLInputElement).value)];
    if (stop !== undefined) edit.set(written(stop));
  };
  return html`<div class="amount" role="group" aria-label=${edit.choice.label}>
    <div class="amount-presets" data-enter="main">
      ${presetsOf(action, edit.offer).map(
        (preset) => html`<button
          type="button"
          class="preset ${preset.cents === cents ? "chosen" : ""}"
          aria-pressed=${preset.cents === cents ? "true" : "false"}
          title=${money(preset.cents)}
          @click=${() => edit.set(written(preset.cents))}
        >${preset.words}</button>`,
      )}
    </div>
    <div class="amount-fine">
      <input
        class="amount-slider"
        type="range"
        min="0"
        max=${stops.length - 1}
        .value=${String(Math.max(0, at))}
        aria-label=${edit.choice.label}
        aria-valuetext=${Number.isNaN(cents) ? range : money(cents)}
        @input=${slide}
      />
      <label class="amount-field ${allowed(action, cents) ? "" : "wrong"}">
        <span aria-hidden="true">$</span>
        <input
          inputmode="decimal"
          autocomplete="off"
          maxlength="13"
          aria-label=${t("bar.amount")}
          aria-invalid=${allowed(action, cents) ? "false" : "true"}
          title=${range}
          .value=${edit.text}
          @input=${(event: Event) => edit.set((event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key === "Enter" && allowed(action, cents) && edit.ready) edit.send(cents);
          }}
        />
      </label>
    </div>
  </div>`;
}

/** The button that sends it. */
export function sender(edit: Editing): TemplateResult {
  const cents = typed(edit.text);
  const fits = allowed(edit.action, cents);
  const label = carried(edit, fits ? cents : edit.action.least);
  const limits = t("bar.amount.range", { least: money(edit.action.least), most: money(edit.action.most) });
  const button = edit.chosen ? primary : proposed;
  return button(
    { label: fits ? label : edit.choice.label, says: fits ? (edit.added > 0 ? t("bar.amount.added", { sum: money(edit.added + cents) }) : "") : limits, key: edit.choice.key },
    edit.ready && fits,
    () => edit.send(cents),
  );
}
