/** One's own place: hands at full size, the chips of each, and the betting spots below them. */
import { type TemplateResult, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Chips, Pile } from "../contract.js";
import { money } from "../kit/money.js";
import { settings } from "../kit/settings.js";
import { t } from "../kit/texts.js";
import { lammer, stack } from "../pieces/chip.js";
import { ratio } from "../pieces/piece.js";
import { type Play, chipsOf } from "../play/store.js";
import { kindOf, pilesOf, resultOf, seated, zoneOf } from "./model.js";
import { chips, net } from "./money.js";
import { pileView } from "./pile.js";
import { behind, nameOf, plate } from "./seat.js";
import { spotView } from "./spot.js";
import { isPrinted, laid, type Laid, shownSpots, type Shown } from "./spots.js";

const WIDE: Readonly<Record<string, number>> = { cards: 85, tiles: 56, dice: 60 };
const ROOM = 640;
const ROOM_NARROW = 250;

export interface Own {
  /** Whose circle the spots are of, 0: one's own. */
  readonly circle: number;
  /** How many hands of each wager are bet on at once here. */
  readonly hands: ReadonlyMap<string, number>;
  readonly narrow: boolean;
  readonly leave: () => void;
}

export function ownPlace(play: Play, own: Own): TemplateResult {
  const spots = play.viewer === 0 && play.seat === 0 && play.sends !== null ? [] : shownSpots(play, own.circle, own.hands);
  const plan = laid(spots);
  const ring = play.layout?.scene === "ring";
  const hands = html`<div class="own-hands">${arranging(play) ? html`<hw-arrange .play=${play}></hw-arrange>` : handsOf(play, own)}</div>`;
  const me = play.viewer === 0 ? null : seated(play, play.viewer);
  const look = coverable(play) ? lookButton(play) : nothing;
  return html`<section class=${classMap({ own: true, "own-spotted": spots.length > 0 })} aria-label=${t("felt.own")}>
    ${me === null ? nothing : html`<div class="own-bet">${ownBet(play, me.chipped)}${behind(play, me.behind)}</div>`}
    ${own.narrow && plan.kind === "circles"
      ? html`<div class="own-row">${spots.length > 0 ? circles(play, plan.mains) : nothing}${hands}</div>`
      : hands}
    ${look}
    ${own.circle === 0 ? nothing : circleHead(play, own)}
    ${spots.length === 0 ? nothing : spotsView(play, plan, own.narrow)}
    ${me === null || !(ring || me.pucks.length > 0) ? nothing : html`<div class="own-plate">${plate(play, me, true)}${me.status === "" ? nothing : html`<span class=${play.view?.bank?.seat === me.seat ? "said bank" : "said"}>${me.status}</span>`}</div>`}
  </section>`;
}

function arranging(play: Play): boolean {
  return play.arrangement !== null && !play.stepping && play.sends !== null;
}

/** The hands that lie there, or the places that are kept for them. */
function handsOf(play: Play, own: Own): TemplateResult[] {
  const { layout, viewer } = play;
  const found = viewer === 0 ? [] : pilesOf(play.view, viewer).filter((one) => zoneOf(layout, one.zone)?.counted !== true);
  const zones = layout?.zones.filter((one) => one.at === "seat" && one.slots > 0) ?? [];
  const first = zones[0];
  if (found.length === 0) {
    if (first === undefined || viewer === 0) return [];
    return [handView(play, own, { zone: first.name, seat: viewer, pieces: [], note: "", hand: 0, up: [], turn: false, total: "", marks: [], lit: [], lost: false }, 1, new Map(), false)];
  }
  const named = new Set(found.map((one) => one.zone)).size > 1;
  const picks = pickable(play, found);
  return found.map((pile, i) => handView(play, own, pile, found.length, picks[i] ?? new Map(), named));
}

function handView(play: Play, own: Own, pile: Pile, many: number, picks: ReadonlyMap<number, number>, named: boolean): TemplateResult {
  const kind = kindOf(play.layout, pile.zone);
  const scale = (own.narrow ? 0.82 : 1) * (many > 3 ? 0.8 : 1);
  const wide = (WIDE[kind] ?? 85) * scale;
  const zone = zoneOf(play.layout, pile.zone);
  const apart = kind === "tiles" || kind === "dice";
  const slots = zone?.slots ?? 1;
  return pileView(pile, {
    kind, wide, slots: many > 1 ? Math.min(slots, Math.max(pile.pieces.length, 1)) : slots,
    step: apart ? wide + 8 : wide * 0.61,
    room: (own.narrow ? ROOM_NARROW : ROOM) / many - 14,
    covered: settings().covered && !play.looking,
    called: zone?.words ?? "", named, picks, picked: play.draft.picked, pick: (at) => play.touchPiece(at),
    beside: handChips(play, own, pile),
  });
}

/** The chips of a split hand lie with the hand, and what came of them, too. */
function handChips(play: Play, own: Own, pile: Pile): TemplateResult | typeof nothing {
  if (pile.hand === 0) return nothing;
  const found: TemplateResult[] = [];
  for (const plan of play.layout?.spots ?? []) {
    if (pile.hand < (own.hands.get(plan.name) ?? 1)) continue;
    const lying = play.view?.chips.filter((one) => one.seat === play.viewer && one.spot === plan.name && one.hand === pile.hand && one.owner !== "dealer") ?? [];
    const cents = lying.reduce((sum, one) => sum + one.cents, 0);
    const lammers = lying.reduce((sum, one) => sum + one.lammers, 0);
    if (cents > 0 || lammers > 0) {
      const drawn = cents > 0 ? stack(cents, chipsOf2(play), lammers) : lammer(lammers);
      found.push(html`<span class="hand-chips">${drawn}${cents > 0 ? html`<b>${money(cents)}</b>` : nothing}</span>`);
    }
    const came = resultOf(play.view, play.viewer, plan.name, pile.hand);
    if (came !== null) found.push(net(came.net));
  }
  return found.length === 0 ? nothing : html`${found}`;
}

function chipsOf2(play: Play): readonly number[] {
  return play.layout === null ? [] : chipsOf(play.layout);
}

/** Which pieces of which pile may be picked: each once, copies in their order. */
function pickable(play: Play, piles: readonly Pile[]): Map<number, number>[] {
  const pick = play.pick;
  const left = new Map<string, number[]>();
  pick?.pieces.forEach((number, at) => {
    const name = play.layout?.pieces[number] ?? "";
    left.set(name, [...(left.get(name) ?? []), at]);
  });
  return piles.map((pile) => {
    const found = new Map<number, number>();
    pile.pieces.forEach((notation, i) => {
      const at = left.get(notation)?.shift();
      if (at !== undefined) found.set(i, at);
    });
    return found;
  });
}

/** Chips that lie on no printed spot: a bet in poker, a bank. */
function ownBet(play: Play, chipped: readonly Chips[]): TemplateResult | typeof nothing {
  const printed = new Set(play.layout?.spots.filter(isPrinted).map((one) => one.name));
  const cents = chipped.filter((one) => !printed.has(one.spot)).reduce((sum, one) => sum + one.cents, 0);
  const me = seated(play, play.viewer);
  if (cents > 0) return chips(cents, 0, chipsOf2(play));
  return me.net === null || printed.size > 0 ? nothing : net(me.net);
}

function spotsView(play: Play, plan: Laid, narrow: boolean): TemplateResult {
  const box = (one: Shown): TemplateResult => spotView(play, one, "box");
  if (plan.kind === "boxes") {
    const rows = narrow ? [plan.rows.flat()] : plan.rows;
    return html`<div class="spots spots-boxes" role="group" aria-label=${t("felt.spots")}>
      <div class="spots-row large">${plan.mains.map((one) => spotView(play, one, "large"))}</div>
      ${rows.map((row) => html`<div class="spots-row">${row.map(box)}</div>`)}
    </div>`;
  }
  if (narrow) {
    return html`<div class="spots spots-grid" role="group" aria-label=${t("felt.spots")}>${[...plan.left.flat(), ...plan.right.flat()].map(box)}</div>`;
  }
  const side = (rows: Shown[][], which: string): TemplateResult =>
    html`<div class="spots-side ${which}">${rows.map((row) => html`<div class="spots-row">${row.map(box)}</div>`)}</div>`;
  return html`<div class="spots spots-circles" role="group" aria-label=${t("felt.spots")}>
    ${side(plan.left, "left")}${circles(play, plan.mains)}${side(plan.right, "right")}
  </div>`;
}

function circles(play: Play, mains: readonly Shown[]): TemplateResult {
  return html`<div class="spots-mains">${mains.map((one) => spotView(play, one, "circle"))}</div>`;
}

function circleHead(play: Play, own: Own): TemplateResult {
  return html`<div class="circle-head">
    <b>${t("felt.circle", { name: nameOf(play, own.circle) })}</b>
    <button class="button" type="button" @click=${own.leave}>${t("felt.circle.back")}</button>
  </div>`;
}

/** Whether the viewer has pieces that nobody else sees, and keeps them covered. */
function coverable(play: Play): boolean {
  return settings().covered && pilesOf(play.view, play.viewer).some((one) => one.up.includes(false) && play.viewer !== 0);
}

function lookButton(play: Play): TemplateResult {
  return html`<button
    class=${classMap({ look: true, on: play.looking })}
    type="button"
    aria-pressed=${play.looking ? "true" : "false"}
    @pointerdown=${(event: PointerEvent) => {
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      play.look(true);
    }}
    @pointerup=${() => play.look(false)}
    @pointercancel=${() => play.look(false)}
    @keydown=${(event: KeyboardEvent) => (event.key === "Enter" || event.key === " ") && play.look(true)}
    @keyup=${() => play.look(false)}
    @blur=${() => play.look(false)}
  >
    ${t("felt.look")} <kbd>V</kbd>
  </button>`;
}

/** How high the pieces of one's own hand are, in felt units; for who keeps room for them. */
export function handHeight(kind: string): number {
  return (WIDE[kind] ?? 85) / ratio(kind);
}
