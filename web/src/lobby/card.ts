/** A table as a card: a piece of its felt, what is played and for how much, seats, and the way in. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableEdge, TableLine } from "../contract.js";
import { between, percent } from "../kit/money.js";
import { count, t } from "../kit/texts.js";
import { piece } from "../pieces/piece.js";
import { hasSeat } from "./lines.js";

export interface Standing {
  readonly edge: TableEdge | undefined;
  /** One's own seat there; 0: none. */
  readonly seat: number;
  /** True if no other table has its game. */
  readonly alone: boolean;
  /** True if the viewer is on its waiting list. */
  readonly listed: boolean;
  /** True if this person may play; staff may not. */
  readonly plays: boolean;
  readonly sit: () => void;
}

/** A table. */
export function tableCard(line: TableLine, standing: Standing): TemplateResult {
  const id = `table-${line.table}`;
  return html`<article class="offer" aria-labelledby=${id}>
    <a class="felt cloth-${line.look.cloth}" href=${tableAt(line)} tabindex="-1" aria-hidden="true">
      <span class="printed">${line.name}</span>
      <span class="shows" data-kind=${line.kind}>${line.look.shows.map((one) => piece(one, line.kind))}</span>
    </a>
    <div class="says">
      <header><h2 id=${id}><a href=${tableAt(line)}>${line.name}</a></h2><span class="caption quiet ${standing.alone ? "alone" : ""}">${line.table}</span>${standing.seat > 0 ? nothing : watch(line)}</header>
      <p class="about">${line.look.about}</p>
      <div class="figures">
        <span class="facts">${stakes(line)} ${edge(line, standing.edge)} ${seats(line)}</span>
        <span class="way">${way(line, standing)}</span>
      </div>
    </div>
  </article>`;
}

export function tableAt(line: { readonly table: string }): string {
  return `/table/${encodeURIComponent(line.table)}`;
}

function figure(value: string | TemplateResult, words: string): TemplateResult {
  return html`<span class="fact"><b>${value}</b><small>${words}</small></span>`;
}

function stakes(line: TableLine): TemplateResult {
  if (line.bet_most > 0) return figure(between(line.bet_least, line.bet_most), t("lobby.limits"));
  return figure(line.look.stakes, t("lobby.stakes"));
}

function edge(line: TableLine, found: TableEdge | undefined): TemplateResult {
  if (line.bet_most === 0) return figure(between(line.buy_in_least, line.buy_in_most), t("lobby.buy-in"));
  if (found === undefined || found.pending) return figure(html`<span class="unknown">…</span>`, t("lobby.edge.pending"));
  if (found.edge === null) return figure("–", t("lobby.edge"));
  const says = t(found.wagers > 1 ? "lobby.edge.together.says" : "lobby.edge.of", { bet: found.wager, method: found.method });
  return figure(html`<span title=${says}>${percent(found.edge)}</span>`, edgeWords(found));
}

/** Whose edge it is, and of what: all that has to be bet, or the one wager as it is best played. */
function edgeWords({ by_players, method, wagers }: TableEdge): string {
  if (wagers > 1) return wagers === 2 ? t("lobby.edge.both") : t("lobby.edge.all", { n: wagers });
  if (by_players) return t("lobby.edge.bank");
  const played = ["best play", "house way"].find((way) => method.startsWith(way));
  return played === undefined ? t("lobby.edge") : t("lobby.edge.played", { played });
}

function seats(line: TableLine): TemplateResult {
  const free = line.seats - line.taken;
  const words = line.status !== "open" ? t(`lobby.status.${line.status}`)
    : line.waiting > 0 || free === 0 ? count("lobby.waiting", line.waiting) : count("lobby.seats.free", free);
  const dots = Array.from({ length: line.seats }, (_, i) => html`<i class=${i < line.taken ? "taken" : ""}></i>`);
  return html`<span class="fact seats">
    <span class="dots" role="img" aria-label=${t("lobby.seats", { taken: line.taken, seats: line.seats })}>${dots}</span>
    <small>${words}</small></span>`;
}

/** The link to watch a table without a seat. */
function watch(line: TableLine): TemplateResult {
  const label = t("lobby.watch.at", { game: line.name, table: line.table });
  return html`<a class="watch" href=${tableAt(line)} aria-label=${label}>${t("lobby.watch")}</a>`;
}

function way(line: TableLine, standing: Standing): TemplateResult | typeof nothing {
  const at = { game: line.name, table: line.table };
  if (standing.seat > 0) return html`<a class="button main" href=${tableAt(line)} aria-label=${t("lobby.return.to", at)}>${t("lobby.return")}</a>`;
  if (line.status !== "open") return nothing;
  if (standing.listed) return html`<span class="button" aria-disabled="true">${t("lobby.listed")}</span>`;
  const free = hasSeat(line);
  const [name, label] = free ? ["lobby.sit", "lobby.sit.at"] : ["lobby.wait", "lobby.wait.at"];
  if (!standing.plays) return nothing;
  return html`<button class="button" aria-label=${t(label, at)} @click=${standing.sit}>${t(name)}</button>`;
}
