/** Plain decisions: large buttons in fixed places, with cost, one line, and a key in the corner. */
import { html, nothing, type TemplateResult } from "lit";
import { money } from "../kit/money.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";

/** Words of a button: what it is called, what it costs, what it does, its key. */
export interface Face {
  readonly label: string;
  readonly cost?: string;
  readonly says?: string;
  readonly key?: string;
}

/** Return the content of a large button. */
export function face(words: Face): TemplateResult {
  return html`<span class="decision-label">${words.label}${words.cost ? html` <b class="decision-cost">${words.cost}</b>` : nothing}</span>
    ${words.says ? html`<span class="decision-says">${words.says}</span>` : nothing}
    ${words.key ? html`<kbd aria-hidden="true">${words.key.toUpperCase()}</kbd>` : nothing}`;
}

/** A decision in its place; one that is not allowed now says why when it is pressed. */
export function decision(play: Play, choice: Choice): TemplateResult {
  const forbidden = choice.forbidden;
  if (forbidden !== null) {
    return html`<button
      type="button"
      class="decision closed"
      aria-disabled="true"
      @click=${() => play.refuse(forbidden.why, forbidden.clauses)}
    >
      ${face({ label: choice.label, says: forbidden.why })}
    </button>`;
  }
  const cost = choice.cents > 0 ? money(choice.cents) : "";
  return html`<button
    type="button"
    class="decision ${choice.cents > 0 ? "costs" : ""} ${choice.name === play.prompt?.late ? "late" : ""}"
    aria-disabled=${play.ready ? nothing : "true"}
    aria-keyshortcuts=${choice.key || nothing}
    title=${choice.says || nothing}
    @click=${() => play.act(choice.name)}
  >
    ${face({ label: choice.label, cost, says: choice.says, key: choice.key })}
  </button>`;
}

/** The one main action of a moment, in brass; `ready` says whether it can be sent.  A press before
 * that does `early`. */
export function primary(words: Face, ready: boolean, press: () => unknown, early?: () => void): TemplateResult {
  return button("decision primary", "Enter", words, ready, press, early);
}

/** The main action in its place, while the player has not chosen its amount: not in brass, no Enter. */
export function proposed(words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return button("decision primary proposed", words.key ?? "", words, ready, press);
}

/** The main action where it is sure to lose: in red, and Enter does not take it. */
export function risky(words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return button("decision primary risky", words.key ?? "", words, ready, press);
}

/** Another one that is not a plain decision. */
export function secondary(words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return button("decision", words.key ?? "", words, ready, press);
}

function button(
  classes: string, key: string, words: Face, ready: boolean, press: () => unknown, early: () => void = () => undefined,
): TemplateResult {
  return html`<button
    type="button"
    class=${classes}
    aria-disabled=${ready ? nothing : "true"}
    aria-keyshortcuts=${key || nothing}
    @click=${() => (ready ? press() : early())}
  >
    ${face(words)}
  </button>`;
}
