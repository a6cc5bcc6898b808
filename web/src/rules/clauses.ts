/** The rules themselves: clauses in the order of the text, their numbers in the margin. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookClause, BookPart, GameBook } from "../contract.js";
import { t } from "../kit/texts.js";
import { type Known, capital, clauseLinks, linked } from "./linked.js";

const SHORT = 14;

/** The steps of a round. */
export function steps(book: GameBook): TemplateResult {
  return html`<section id="steps" aria-labelledby="steps-title">
    <h2 id="steps-title">${t("rules.steps")}</h2>
    <ul class="headlines">
      ${book.headlines.map((text) => html`<li>${text}</li>`)}
    </ul>
    <ol class="steps">
      ${book.steps.map((text) => html`<li>${text}</li>`)}
    </ol>
  </section>`;
}

/** The clauses of one section of the text. */
export function part(found: BookPart, n: number, known: Known): TemplateResult {
  return html`<section id=${`part-${n}`} aria-labelledby=${`part-${n}-title`}>
    <h2 id=${`part-${n}-title`}>${found.title}</h2>
    <p class="source">${found.source}</p>
    ${found.clauses.map((clause) => oneClause(clause, known))}
  </section>`;
}

function oneClause(clause: BookClause, known: Known): TemplateResult {
  const short = clause.ref.length <= SHORT;
  return html`<article class="law" id=${clause.id} aria-label=${t("rules.clause.of", { id: clause.id })}>
    <p class="number">
      <a href=${`#${clause.id}`}>${clause.id}</a>
      ${short && clause.ref !== "" ? html`<span class="ref">${clause.ref}</span>` : nothing}
    </p>
    <div class="says">
      <p>${linked(clause.says, known)}</p>
      ${clause.why === "" ? nothing : html`<p class="why">${clause.why}</p>`}
    </div>
    ${beside(clause, short, known)}
  </article>`;
}

/** Return the notes on a clause: its kind if it is no rule, its replacement, its readings. */
function beside(clause: BookClause, short: boolean, known: Known): TemplateResult | typeof nothing {
  const notes: TemplateResult[] = [];
  if (clause.kind !== "rule") notes.push(html`<p>${capital(clause.kind_words)}.</p>`);
  if (!short) notes.push(html`<p>${t("rules.stands", { ref: clause.ref })}</p>`);
  if (clause.replaced.length > 0) {
    const [before = "", after = ""] = t("rules.not-here").split("{clauses}");
    notes.push(html`<p>${before}${clauseLinks(clause.replaced, known)}${after}</p>`);
  }
  for (const reading of clause.readings) {
    notes.push(html`<p><a href=${`#${reading.at}`}>${t("rules.reading.link", { id: reading.id })}</a></p>`);
  }
  return notes.length === 0 ? nothing : html`<aside class="beside">${notes}</aside>`;
}

/** Rulings that a supervisor or a dealer may make. */
export function rulings(book: GameBook, known: Known): TemplateResult {
  return html`<section id="rulings" aria-labelledby="rulings-title">
    <h2 id="rulings-title">${t("rules.rulings")}</h2>
    <dl class="pairs">
      ${book.rulings.map(
        (one) => html`<div>
          <dt>${one.words} <span class="quiet">${t("rules.ruling.by", { who: one.by })}</span></dt>
          <dd>${one.says} ${clauseLinks(one.clauses, known)}</dd>
        </div>`,
      )}
    </dl>
  </section>`;
}
