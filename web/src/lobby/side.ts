/** Beside the tables: families, filters, and what one has played. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableLine } from "../contract.js";
import { signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { tableAt } from "./card.js";
import { type Chosen, type Edges, FILTERS, type Played, families, shown } from "./lines.js";

export interface Beside {
  readonly lines: readonly TableLine[];
  readonly chosen: Chosen;
  readonly edges: Edges;
  readonly played: readonly Played[];
  readonly choose: (part: Partial<Chosen>) => void;
}

const wide = matchMedia("(min-width: 64em)");

/** The column. */
export function side(beside: Beside): TemplateResult {
  return html`<aside class="side">
    ${familyList(beside)} ${filters(beside)} ${beside.played.length > 0 ? playedList(beside.played) : nothing}
  </aside>`;
}

function familyList({ lines, chosen, edges, choose }: Beside): TemplateResult {
  const all = shown(lines, { ...chosen, family: "" }, edges).length;
  const rows = [{ name: "", words: t("lobby.all"), tables: all }, ...families(lines, chosen, edges)];
  return html`<nav class="families" aria-labelledby="families">
    <h2 class="caption" id="families">${t("lobby.families")}</h2>
    <ul>${rows.map(
      ({ name, words, tables }) => html`<li><button aria-pressed=${chosen.family === name ? "true" : "false"} @click=${() => choose({ family: name })}>
        <span>${words || t("lobby.other")}</span><span class="quiet">${tables}</span></button></li>`,
    )}</ul>
  </nav>`;
}

function filters({ chosen, choose }: Beside): TemplateResult {
  const on = FILTERS.filter((name) => chosen[name]).length;
  return html`<details class="filters" ?open=${wide.matches || on > 0}>
    <summary>${t("lobby.only")}${on > 0 ? ` (${on})` : ""}</summary>
    <h2 class="caption" id="only">${t("lobby.only")}</h2>
    <div role="group" aria-labelledby="only">${FILTERS.map(
      (name) => html`<label class="check"><input type="checkbox" .checked=${chosen[name]}
        @change=${(event: Event) => choose({ [name]: (event.target as HTMLInputElement).checked })} />${t(`lobby.${name}`)}</label>`,
    )}</div>
  </details>`;
}

function playedList(rows: readonly Played[]): TemplateResult {
  return html`<section class="played" aria-labelledby="played">
    <h2 class="caption" id="played">${t("lobby.played")}</h2>
    <ul>${rows.slice(0, 6).map(
      (row) => html`<li><a href=${tableAt(row)}>${row.name}</a>
        <span class=${row.cents > 0 ? "won" : row.cents < 0 ? "lost" : "quiet"}>${signed(row.cents)}</span></li>`,
    )}</ul>
  </section>`;
}
