/** The money of a game: wagers, pay tables with every column, meters, collection. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookCell, BookPay, GameBook } from "../contract.js";
import { t } from "../kit/texts.js";
import { type Known, clauseLink, clauseLinks, place } from "./linked.js";

/** Every wager with its limits and conditions. */
export function wagers(book: GameBook, known: Known): TemplateResult {
  return html`<section id="wagers" aria-labelledby="wagers-title">
    <h2 id="wagers-title">${t("rules.wagers")}</h2>
    <table class="table stacked">
      <thead>
        <tr><th>${t("rules.wager")}</th><th>${t("rules.limits")}</th><th>${t("rules.conditions")}</th><th>${t("rules.clause")}</th></tr>
      </thead>
      <tbody>
        ${book.wagers.map(
          (one) => html`<tr id=${place("wager", one.name)} class=${one.offered ? "" : "off"}>
            <th scope="row">
              ${one.pay === "" ? one.words : html`<a href=${`#${place("pay", one.pay)}`}>${one.words}</a>`}
            </th>
            <td class="limits">${one.offered ? one.limits : t("rules.not-offered")}</td>
            <td>${one.conditions.join("; ")}</td>
            <td>${clauseLinks(one.clauses, known)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** All pay tables. */
export function payTables(book: GameBook, readings: ReadonlyMap<string, string>, known: Known): TemplateResult {
  return html`<section id="pay" aria-labelledby="pay-title">
    <h2 id="pay-title">${t("rules.pay")}</h2>
    ${book.pay.map((pay) => payTable(pay, readings, known))}
  </section>`;
}

function payTable(pay: BookPay, readings: ReadonlyMap<string, string>, known: Known): TemplateResult {
  const several = pay.columns.length > 1;
  const id = place("pay", pay.name);
  const borrowed = pay.rows.some((row) => row.cells.some((cell) => cell.as_row !== ""));
  return html`<figure class="pay-table" id=${id}>
    <figcaption id=${`${id}-title`}>
      <h3>${pay.words}</h3>
      <span class="quiet">${t("rules.pay.posted", { posted: pay.posted })}</span>
      ${clauseLink(pay.clause, known)}
    </figcaption>
    <div class="scrolls" tabindex="0" role="group" aria-labelledby=${`${id}-title`}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">${t("rules.outcome")}</th>
            ${pay.columns.map(
              (column) => html`<th scope="col" class=${column.posted ? "figure posted" : "figure"}>
                ${column.words}
                ${column.posted && several ? html`<span class="tag">${t("rules.column-posted")}</span>` : nothing}
                ${column.decks === "" ? nothing : html`<span class="decks">${column.decks}</span>`}
              </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${pay.rows.map(
            (row) => html`<tr>
              <th scope="row">${row.words}</th>
              ${row.cells.map((cell, n) => payCell(cell, pay.columns[n]?.posted === true, readings))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${borrowed ? html`<p class="note-line">${t("rules.pay.borrowed")}</p>` : nothing}
  </figure>`;
}

function payCell(cell: BookCell, posted: boolean, readings: ReadonlyMap<string, string>): TemplateResult {
  const at = readings.get(cell.reading);
  return html`<td class=${posted ? "figure posted" : "figure"}>
    ${cell.as_row === ""
      ? html`<span class="odds">${cell.pays}</span>`
      : html`<span class="as">${cell.pays}<span class="spoken">, ${t("rules.pay.as", { row: cell.as_row })}</span></span>`}
    ${at === undefined
      ? nothing
      : html` <a class="doubt" href=${`#${at}`} aria-label=${t("rules.pay.reading", { id: cell.reading })}>${cell.reading}</a>`}
  </td>`;
}

/** Meters as they are posted. */
export function meters(book: GameBook): TemplateResult {
  return html`<section id="meters" aria-labelledby="meters-title">
    <h2 id="meters-title">${t("rules.meters")}</h2>
    <div class="scrolls" tabindex="0" role="group" aria-labelledby="meters-title">
      <table class="table">
        <thead>
          <tr>
            <th>${t("rules.meter")}</th>
            <th class="figure">${t("rules.meter.seed")}</th>
            <th class="figure">${t("rules.meter.rate")}</th>
            <th class="figure">${t("rules.meter.reserve")}</th>
            <th>${t("rules.meter.awards")}</th>
          </tr>
        </thead>
        <tbody>
          ${book.meters.map(
            (one) => html`<tr>
              <th scope="row">${one.words}</th>
              <td class="figure">${one.seed}</td>
              <td class="figure">${one.increment}</td>
              <td class="figure">${one.reserve}</td>
              <td>${one.awards}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Return the fees of the room, by schedule. */
export function fees(book: GameBook, known: Known): TemplateResult {
  const numbered = book.fees.some((fee) => fee.schedule !== "");
  return html`<section id="fees" aria-labelledby="fees-title">
    <h2 id="fees-title">${t("rules.fees")}</h2>
    <div class="scrolls" tabindex="0" role="group" aria-labelledby="fees-title">
      <table class="table">
        <thead>
          <tr>
            ${numbered ? html`<th>${t("rules.fee.schedule")}</th>` : nothing}
            <th>${t("rules.limits")}</th>
            <th>${t("rules.fee.player")}</th>
            <th>${t("rules.fee.bank")}</th>
            <th>${t("rules.clause")}</th>
          </tr>
        </thead>
        <tbody>
          ${book.fees.map(
            (fee) => html`<tr class=${fee.posted ? "posted" : ""}>
              ${numbered ? html`<th scope="row">${fee.schedule}</th>` : nothing}
              <td>
                ${fee.limits} ${fee.posted ? html`<span class="tag">${t("rules.column-posted")}</span>` : nothing}
              </td>
              <td>${fee.player}</td>
              <td>${fee.player_dealer.map((tier) => html`<span class="tier">${tier}</span>`)}</td>
              <td>${clauseLink(fee.clause, known)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
