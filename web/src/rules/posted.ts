/** The posted options, the fixed facts, the readings and the glossary of a game. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookChoice, BookPosting, BookReading, GameBook } from "../contract.js";
import { count, t } from "../kit/texts.js";
import { type Known, capital, clauseLinks, grouped, linked, place } from "./linked.js";

/** More choices than so many stand in a list of their own. */
const MANY = 5;

/** Choices in the groups they belong to: the table, then each wager. */
export function postings(book: GameBook, known: Known): TemplateResult {
  const groups = grouped(book.postings, (one) => one.of);
  return html`<section id="postings" aria-labelledby="postings-title">
    <h2 id="postings-title">${t("rules.postings")}</h2>
    <p class="lead">${t("rules.postings.lead")}</p>
    ${book.chosen.map((text) => html`<p class="lead">${text}</p>`)}
    ${groups.map(
      ([of, found]) => html`<h3>${of === "" ? t("rules.postings.table") : of}</h3>
        <dl class="pairs">${found.map((one) => posting(one, of, known))}</dl>`,
    )}
  </section>`;
}

function posting(one: BookPosting, of: string, known: Known): TemplateResult {
  const [before, after = ""] = one.words.split(": ");
  const words = before === of && after !== "" ? capital(after) : one.words;
  const others = one.choices.filter((choice) => !choice.posted);
  const says = one.says.toLowerCase() === words.toLowerCase() ? "" : one.says;
  return html`<div id=${place("posted", one.key)}>
    <dt>
      ${words} ${clauseLinks(one.clauses, known)}
      ${says === "" ? nothing : html`<span class="note-line">${capital(says)}</span>`}
    </dt>
    <dd>
      <b>${one.value}</b>
      ${others.length > MANY ? many(others) : others.length > 0 ? few(others) : nothing}
      ${one.allowed === "" ? nothing : html`<span class="or">${t("rules.may-be", { allowed: one.allowed })}</span>`}
    </dd>
  </div>`;
}

function few(choices: readonly BookChoice[]): TemplateResult {
  const words = choices.map((choice) => choice.words).join(" · ");
  return html`<span class="or">${t("rules.may-also", { choices: words })}</span>`;
}

function many(choices: readonly BookChoice[]): TemplateResult {
  return html`<details class="or">
    <summary>${count("rules.more", choices.length)}</summary>
    <ul>${choices.map((choice) => html`<li>${choice.words}</li>`)}</ul>
  </details>`;
}

/** Return the facts that the text fixes. */
export function facts(book: GameBook, known: Known): TemplateResult {
  return html`<section id="facts" aria-labelledby="facts-title">
    <h2 id="facts-title">${t("rules.facts")}</h2>
    <dl class="pairs">
      ${book.facts.map(
        (fact) => html`<div><dt>${fact.words} ${clauseLinks(fact.clauses, known)}</dt><dd><b>${fact.value}</b></dd></div>`,
      )}
    </dl>
  </section>`;
}

/** Unclear places. */
export function readings(book: GameBook, known: Known): TemplateResult {
  return html`<section id="readings" aria-labelledby="readings-title">
    <h2 id="readings-title">${t("rules.readings")}</h2>
    <p class="lead">${t("rules.readings.lead")}</p>
    ${book.readings.map((one) => reading(one, known))}
  </section>`;
}

function reading(one: BookReading, known: Known): TemplateResult {
  const { shown } = one;
  const row = (id: string, text: string): TemplateResult =>
    html`<div><dt>${t(id)}</dt><dd>${linked(text, known)}</dd></div>`;
  return html`<article class="law reading" id=${one.at} aria-label=${t("rules.reading.link", { id: shown.id })}>
    <p class="number"><a href=${`#${one.at}`}>${shown.id}</a></p>
    <div class="says">
      <h3>${linked(shown.question, known)}</h3>
      <dl class="answers">
        ${row("rules.reading.we", shown.reading)}
        ${shown.alternatives.map((text) => row("rules.reading.or", text))}
        ${row("rules.reading.effect", shown.effect)}
        ${shown.posted === "" ? nothing : chooses(one)}
      </dl>
    </div>
    <aside class="beside">${clauseLinks(shown.clauses, known)}</aside>
  </article>`;
}

/** The posting that chooses between the readings: what is posted, and what else may be. */
function chooses(one: BookReading): TemplateResult {
  const others = one.choices.filter((choice) => !choice.posted);
  const words = one.shown.posted_words;
  return html`<div>
    <dt>${t("rules.reading.posted")}</dt>
    <dd>
      ${one.value === "" ? words : html`<a href=${`#${place("posted", one.shown.posted)}`}>${words}</a>: <b>${one.value}</b>`}
      ${others.length > 0 ? few(others) : nothing}
    </dd>
  </div>`;
}

/** Words that the text explains. */
export function glossary(book: GameBook): TemplateResult {
  return html`<section id="words" aria-labelledby="words-title">
    <h2 id="words-title">${t("rules.words")}</h2>
    <dl class="pairs">
      ${book.words.map(
        (one) => html`<div id=${place("word", one.word)}><dt>${capital(one.word)}</dt><dd>${one.means}</dd></div>`,
      )}
    </dl>
  </section>`;
}
