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

/** What stands on a large button. */
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

/** The one main action of a moment, in brass; `ready` says whether it can be sent. */
export function primary(words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return button("decision primary", "Enter", words, ready, press);
}

/** Another one that is not a plain decision. */
export function secondary(words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return button("decision", words.key ?? "", words, ready, press);
}

function button(classes: string, key: string, words: Face, ready: boolean, press: () => unknown): TemplateResult {
  return html`<button
    type="button"
    class=${classes}
    aria-disabled=${ready ? nothing : "true"}
    aria-keyshortcuts=${key || nothing}
    @click=${() => {
      if (ready) press();
    }}
  >
    ${face(words)}
  </button>`;
}
