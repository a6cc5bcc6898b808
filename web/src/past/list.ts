/** One's rounds as a list: when, where, what they brought. */
import { html, nothing, type TemplateResult } from "lit";
import type { RoundListed } from "../contract.js";
import { signed } from "../kit/money.js";
import { count, t } from "../kit/texts.js";

/** Return the net result of a round in cents; null if the round did not close or has no result. */
export function net(round: RoundListed): number | null {
  return round.outcome === "closed" ? (round.results[round.seat] ?? null) : null;
}

/** When it was, as the reader's clock and calendar say. */
export function when(ms: number): string {
  const day = new Date(ms);
  const time = day.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const today = new Date().toDateString() === day.toDateString();
  return today ? time : `${day.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

export function tone(cents: number | null): string {
  return cents === null || cents === 0 ? "quiet" : cents > 0 ? "won" : "lost";
}

function outcome(round: RoundListed): TemplateResult {
  const cents = net(round);
  const words = cents !== null ? signed(cents) : t(round.outcome === "voided" ? "past.voided" : "past.open");
  return html`<span class=${tone(cents)}>${words}</span>`;
}

export function same(one: RoundListed | null, other: RoundListed): boolean {
  return one !== null && one.table === other.table && one.round === other.round;
}

/** The list with its sum. */
export function roundList(rounds: readonly RoundListed[], chosen: RoundListed | null, choose: (round: RoundListed) => void): TemplateResult {
  const sum = rounds.reduce((cents, round) => cents + (net(round) ?? 0), 0);
  return html`<p class="caption quiet">${count("past.sum", rounds.length, { net: signed(sum) })}</p>
    <ol class="past-list">${rounds.map(
      (round) => html`<li><button aria-current=${same(chosen, round) ? "true" : nothing} @click=${() => choose(round)}>
        <span class="past-name">${round.name}</span><b>${outcome(round)}</b>
        <span class="caption quiet">${round.table} · ${t("past.round")} ${round.round}</span>
        <span class="caption quiet">${when(round.opened_ms)}</span>
      </button></li>`,
    )}</ol>`;
}
