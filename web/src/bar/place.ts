/** Chips on spots: the rack, what is beside it, and the button with the sum. */
import { html, nothing, type TemplateResult } from "lit";
import type { Place, Spot } from "../contract.js";
import { between, money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { chip } from "../pieces/chip.js";
import { sum, type Chipped } from "../play/draft.js";
import { chipsOf } from "../play/denominations.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";
import { primary } from "./decide.js";

/** So many chips a rack shows. */
const RACK = 6;

/** The chips of the rack: those that are of use with this purse and these limits, smallest first. */
export function rack(play: Play): readonly number[] {
  const { layout, place } = play;
  if (layout === null || place === null) return [];
  const most = Math.max(0, ...place.spots.map((spot) => spot.most));
  const useful = chipsOf(layout).filter((chip) => chip <= Math.min(most, Math.max(play.purse, 100)));
  const least = Math.min(...place.spots.map((spot) => spot.least));
  const small = useful.filter((chip) => chip * 5 >= least);
  return (small.length > 0 ? small : useful).slice(0, RACK);
}

/** The own spots that must have chips and have none; who bets elsewhere only need not. */
export function missing(place: Place, chips: Chipped): Spot[] {
  const laid = place.spots.filter((spot) => (chips.get(spot.name) ?? 0) > 0);
  if (laid.length > 0 && laid.every((spot) => spot.circle !== 0)) return [];
  return place.spots.filter((spot) => spot.required && spot.circle === 0 && (chips.get(spot.name) ?? 0) === 0);
}

/** True if chips may go where no spot of one's own lies: tips for the dealer, other circles. */
export function hasOthers(place: Place): boolean {
  return place.spots.some((spot) => spot.circle !== 0 || spot.whom === "dealer");
}

/** The rack and its tools. */
export function rackOf(play: Play): TemplateResult {
  const chips = rack(play);
  const laid = play.draft.chips.size > 0;
  const tool = (id: string, open: boolean, run: () => void): TemplateResult =>
    html`<button type="button" class="tool" aria-disabled=${open ? nothing : "true"} @click=${() => {
      if (open) run();
    }}>${t(id)}</button>`;
  return html`<div class="rack" data-enter="main" role="radiogroup" aria-label=${t("bar.rack")}>
      ${chips.map((value, at) => {
        const chosen = value === play.draft.chip;
        return html`<button
          type="button"
          role="radio"
          class="rack-chip ${chosen ? "chosen" : ""}"
          aria-checked=${chosen ? "true" : "false"}
          aria-label=${t("bar.chip", { value: money(value) })}
          aria-keyshortcuts=${String(at + 1)}
          @click=${() => play.chooseChip(value)}
        >${chip(value)}</button>`;
      })}
    </div>
    <div class="tools" data-enter="main">
      ${tool("bar.clear", laid, () => play.clear())}
      ${tool("bar.undo", play.draft.undo.length > 0, () => play.undo())}
      ${tool("bar.repeat", play.repeatable, () => play.repeat())}
      ${tool("bar.double", laid, () => play.double())}
    </div>`;
}

/** The button with the sum: "Bet $31". */
export function betButton(play: Play, choice: Choice, place: Place, send: () => void): TemplateResult {
  const cents = sum(play.draft.chips);
  const first = missing(place, play.draft.chips)[0];
  if (cents === 0) {
    const says = first === undefined ? t("bar.touch") : t("bar.first", { spot: play.called(first) });
    // A press clears the last result away, so that the spot can be touched on a phone, too.
    return primary({ label: choice.label, says, key: choice.key }, false, send, () => play.sweep());
  }
  const label = t("bar.bet", { label: choice.label, sum: money(cents) });
  const says = first === undefined ? "" : t("bar.needed", { spot: play.called(first) });
  return primary({ label, says, key: choice.key }, play.ready && first === undefined, send);
}

/** Every spot of the question with its amount, to be reached by keys: tips and other circles too. */
export function spotList(play: Play, place: Place): TemplateResult {
  const groups = new Map<number, Spot[]>();
  for (const spot of place.spots) groups.set(spot.circle, [...(groups.get(spot.circle) ?? []), spot]);
  return html`${[...groups].map(
    ([circle, spots]) => html`<section class="spots">
      <h3>${circle === 0 ? t("bar.spots.own") : t("bar.spots.circle", { n: circle })}</h3>
      ${spots.map((spot) => spotRow(play, spot))}
    </section>`,
  )}`;
}

function spotRow(play: Play, spot: Spot): TemplateResult {
  const name = play.called(spot) + (spot.hand > 1 ? ` ${spot.hand}` : "");
  const tip = spot.whom === "dealer" ? html` <span class="quiet">${t("bar.spots.tip")}</span>` : nothing;
  const cents = play.draft.chips.get(spot.name) ?? 0;
  return html`<div class="spot-row">
    <span>${name}${tip}<br /><span class="note faint">${between(spot.least, spot.most)}</span></span>
    <button type="button" class="stepper" aria-label=${t("bar.spots.less", { spot: name })} @click=${() => play.takeBack(spot.name)}>−</button>
    <b class="figure">${money(cents)}</b>
    <button type="button" class="stepper" aria-label=${t("bar.spots.add", { spot: name })} @click=${() => play.touchSpot(spot.name)}>+</button>
  </div>`;
}
