/** The posting of the table in words, with the clauses that let the house choose it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Layout, Sign } from "../contract.js";
import { capital } from "../bar/choice.js";
import { t } from "../kit/texts.js";

function sign(one: Sign, game: string): TemplateResult {
  return html`<li class="sign">
    <span class="sign-words">${capital(one.words)}</span>
    <b class="sign-value">${one.value}</b>
    ${one.says === "" ? nothing : html`<span class="sign-says caption quiet">${capital(one.says)}</span>`}
    <span class="sign-clauses">${one.clauses.map((id) => html`<hw-clause name=${id} game=${game}></hw-clause> `)}</span>
  </li>`;
}

export function postedTab(layout: Layout | null): TemplateResult {
  if (layout === null || layout.signage.length === 0) return html`<p class="panel-empty">${t("posted.none")}</p>`;
  return html`<h2>${t("posted.title")}</h2>
    ${layout.look.about === "" ? nothing : html`<p class="quiet">${layout.look.about}</p>`}
    <ul class="signs">${layout.signage.map((one) => sign(one, layout.game))}</ul>
    <p><a class="caption" href="/rules/${layout.game}">${t("posted.rules")}</a></p>`;
}
