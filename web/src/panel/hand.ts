/** A hand among players: what one holds, what it costs to stay, who plays for what. */
import { html, nothing, type TemplateResult } from "lit";
import type { PotView, View } from "../contract.js";
import { capital } from "../bar/choice.js";
import { money, percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";

/** Everything in the middle and before it. */
export function inPots(view: View): number {
  const pots = view.pots.reduce((sum, pot) => sum + pot.cents, 0);
  return pots + view.chips.reduce((sum, chips) => sum + chips.cents, 0);
}

/** Return the cents of the cheapest decision of the question that costs something; 0 without one. */
export function toCall(play: Play): number {
  const costs = (play.prompt?.actions ?? []).flatMap((action) => (action.shape === "button" && action.cents > 0 ? [action.cents] : []));
  return costs.length > 0 ? Math.min(...costs) : 0;
}

function nameOf(play: Play, view: View, seat: number): string {
  if (seat === play.seat) return t("hand.you");
  return view.seats.find((one) => one.seat === seat)?.name ?? "";
}

function names(play: Play, view: View, seats: readonly number[]): string {
  return seats.map((seat) => nameOf(play, view, seat)).join(", ");
}

function pot(play: Play, view: View, one: PotView): TemplateResult {
  const who = one.won.length > 0 ? t("hand.won", { names: names(play, view, one.won) }) : names(play, view, one.seats);
  return html`<li class="pot-row">
    <span><b>${capital(one.name)}</b><span class="caption quiet">${who}${one.words === "" ? "" : ` · ${one.words}`}</span></span>
    <b>${money(one.cents)}</b>
  </li>`;
}

export function handTab(play: Play): TemplateResult {
  const { view } = play;
  if (view === null) return html`<p class="panel-empty">${t("hand.none")}</p>`;
  const held = view.piles.filter((pile) => pile.seat === play.seat && play.seat !== 0 && pile.pieces.length > 0);
  const mine = held.filter((pile) => pile.total !== "");
  const cost = toCall(play);
  const pots = inPots(view);
  const acted = view.seats.filter((seat) => seat.did !== "");
  return html`<p class="caption quiet">${held.length > 0 ? t("hand.yours") : t("hand.none")}</p>
    ${mine.map(
      (pile) => html`<h2>${capital(pile.total)}</h2>
        ${pile.marks.map((mark) => html`<p class="quiet">${mark}</p>`)}`,
    )}
    <div class="figures">
      <div class="figure-box"><b>${cost > 0 ? money(cost) : "–"}</b><span>${t("hand.call")}</span></div>
      <div class="figure-box"><b>${money(pots)}</b><span>${t("hand.pots")}</span></div>
      <div class="figure-box"><b>${cost > 0 ? percent(cost / (pots + cost), 1) : "–"}</b><span>${t("hand.pot-odds")}</span></div>
    </div>
    ${view.pots.length === 0
      ? nothing
      : html`<h3 class="panel-sub">${t("hand.who")}</h3>
          <ul class="rows">${view.pots.map((one) => pot(play, view, one))}</ul>`}
    ${acted.length === 0
      ? nothing
      : html`<h3 class="panel-sub">${t("hand.actions")}</h3>
          <ul class="rows">
            ${acted.map((seat) => html`<li><span>${nameOf(play, view, seat.seat)}</span><b>${[capital(seat.did), play.draws.get(seat.seat) ?? ""].filter((words) => words !== "").join(" · ")}</b></li>`)}
          </ul>`}`;
}
