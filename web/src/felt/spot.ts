/** One betting spot: a circle or a box with its name, its edge, its chips and what came of them. */
import { type TemplateResult, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { between, money, percent } from "../kit/money.js";
import { count, t } from "../kit/texts.js";
import { stack, topOf } from "../pieces/chip.js";
import { chipsOf } from "../play/denominations.js";
import type { Play } from "../play/store.js";
import { net, netSaid } from "./money.js";
import type { Shown } from "./spots.js";

/** So long a finger rests on a spot to take a chip back. */
const LONG_MS = 450;

/** Names with more letters than this are printed smaller. */
const LONG = 17;

export type Form = "circle" | "box" | "large";

/** Return the spoken text: first the print (name and amount or edge), then the limits, the
 * condition and the result. */
function said(play: Play, spot: Shown): string {
  const edge = play.odds.get(spot.plan.name)?.edge;
  const parts = [spot.label];
  const says = edge === undefined ? "" : t("felt.edge", { edge: percent(edge, 1) });
  if (spot.cents > 0) parts.push(money(spot.cents));
  if (says !== "") parts.push(says);
  if (spot.cents === 0 && spot.open) parts.push(t("felt.limits", { least: money(spot.least), most: money(spot.most) }));
  if (spot.lammers > 0) parts.push(count("chip.lammer", spot.lammers));
  if (spot.wants !== "") parts.push(spot.wants);
  else if (!spot.open && spot.plan.placed !== "" && spot.cents === 0) parts.push(spot.plan.placed);
  if (spot.net !== null) parts.push(netSaid(spot.net));
  return parts.join(", ");
}

export function spotView(play: Play, spot: Shown, form: Form): TemplateResult {
  const edge = play.odds.get(spot.plan.name)?.edge;
  const chipped = spot.cents > 0 || spot.lammers > 0;
  const classes = classMap({
    spot: true,
    [`spot-${form}`]: true,
    [`rank-${["main", "late", "progressive", "follows"].includes(spot.plan.rank) ? spot.plan.rank : "side"}`]: true,
    chipped,
    long: spot.label.length > LONG,
    open: spot.open,
    wants: spot.wants !== "",
    chosen: play.chosen === spot.plan.name,
    won: (spot.net ?? 0) > 0,
    lost: (spot.net ?? 0) < 0,
    pushed: spot.net === 0,
  });
  const values = play.layout === null ? [] : chipsOf(play.layout);
  const under = spot.cents > 0 ? money(spot.cents) : edge === undefined ? "" : percent(edge, 1);
  return html`<span class="spot-holder" data-spot=${spot.name} data-enter="main">
    <button
      class=${classes}
      type="button"
      data-name=${spot.name}
      aria-label=${said(play, spot)}
      aria-disabled=${spot.open ? nothing : "true"}
      title=${between(spot.least, spot.most)}
      tabindex="-1"
      @click=${(event: Event) => clicked(play, spot, event)}
      @contextmenu=${(event: Event) => back(play, spot, event)}
      @pointerdown=${(event: PointerEvent) => pressed(play, spot, event)}
      @pointerenter=${() => play.hover(spot.plan.name)}
      @pointerleave=${() => play.hover("")}
      @focus=${() => play.hover(spot.plan.name)}
      @blur=${() => play.hover("")}
    >
      ${chipped ? chipsOn(spot, values) : nothing}
      <span class="spot-words">
        ${chipped && form === "circle" ? nothing : html`<span class="spot-name print">${spot.label}</span>`}
        ${under === "" ? nothing : html`<span class=${spot.cents > 0 ? "spot-sum" : "spot-edge"}>${under}</span>`}
      </span>
    </button>
    ${spot.tip > 0 || (spot.tipName !== "" && spot.drafted && play.chosen === spot.plan.name) ? tip(play, spot) : nothing}
    ${spot.net === null ? nothing : net(spot.net)}
  </span>`;
}

/** The chips on a spot; what is printed on them is drawn by the style sheet: it is no part of a name. */
function chipsOn(spot: Shown, values: readonly number[]): TemplateResult {
  const top = topOf(spot.cents, values, spot.lammers);
  return html`<span class="spot-chips pc-disc ${top.colours}" data-cents=${spot.cents} data-top=${top.text}>${stack(spot.cents, values, spot.lammers, true)}</span>`;
}

/** The tip for the dealer beside a wager: an ivory tag, to be touched like a spot. */
function tip(play: Play, spot: Shown): TemplateResult {
  const words = spot.tip > 0 ? t("felt.tip.amount", { cents: money(spot.tip) }) : t("felt.tip");
  const label = `${t("felt.tip.says", { spot: spot.label })}${spot.tip > 0 ? `, ${money(spot.tip)}` : ""}`;
  if (spot.tipName === "") return html`<span class="tip" role="img" aria-label=${label}>${words}</span>`;
  return html`<button
    class=${classMap({ tip: true, empty: spot.tip === 0 })}
    type="button"
    aria-label=${label}
    tabindex="-1"
    data-name=${spot.tipName}
    @click=${() => play.touchSpot(spot.tipName)}
    @contextmenu=${(event: Event) => {
      event.preventDefault();
      play.takeBack(spot.tipName);
    }}
  >
    ${words}
  </button>`;
}

/** The press that has taken a chip back: the click after it adds none. */
let held: EventTarget | null = null;

function clicked(play: Play, spot: Shown, event: Event): void {
  event.stopPropagation();
  if (held === event.currentTarget) {
    held = null;
    return;
  }
  play.touchSpot(spot.name);
}

function back(play: Play, spot: Shown, event: Event): void {
  event.preventDefault();
  if (held !== event.currentTarget) play.takeBack(spot.name);
}

function pressed(play: Play, spot: Shown, event: PointerEvent): void {
  const target = event.currentTarget;
  held = null;
  if (!spot.open || event.button !== 0 || !(target instanceof HTMLElement)) return;
  const timer = setTimeout(() => {
    held = target;
    play.takeBack(spot.name);
  }, LONG_MS);
  const end = (): void => {
    clearTimeout(timer);
    for (const name of ENDS) target.removeEventListener(name, end);
  };
  for (const name of ENDS) target.addEventListener(name, end);
}
const ENDS = ["pointerup", "pointercancel", "pointerleave"] as const;
