/** One's own place: hands at full size, the chips of each, and the betting spots below them. */
import { type TemplateResult, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Chips, Pile } from "../contract.js";
import { money } from "../kit/money.js";
import { settings } from "../kit/settings.js";
import { count, t } from "../kit/texts.js";
import { lammer, stack } from "../pieces/chip.js";
import { chipsOf } from "../play/denominations.js";
import type { Play } from "../play/store.js";
import { handless, heap, kindOf, pilesOf, resultOf, type Seated, seated, zoneOf } from "./model.js";
import { chips, net } from "./money.js";
import { pileView } from "./pile.js";
import { behind, nameOf, plate } from "./seat.js";
import { spotView } from "./spot.js";
import { blocks, isPrinted, laid, type Laid, printedHands, shownSpots, type Shown } from "./spots.js";

const WIDE: Readonly<Record<string, number>> = { cards: 85, tiles: 56, dice: 60 };
/** Hands of this width leave the chips of the lowest seats at both sides in sight. */
const ROOM = 536;
/** Beside other hands there is room for so many cards before they move together. */
const COLUMN = 3;
const ROOM_NARROW = 344;
const ROOM_BESIDE = 250;
/** Two parts of a hand with more pieces than this do not fit beside a circle. */
const BESIDE = 4;
/** So much of a card is seen under the next one. */
const STEP = 0.61;
/** So much of it has to be seen: its index. */
const SEEN = 0.4;

export interface Own {
  /** Whose circle the spots are of, 0: one's own. */
  readonly circle: number;
  readonly narrow: boolean;
  readonly leave: () => void;
}

export function ownPlace(play: Play, own: Own): TemplateResult {
  const watching = play.viewer === 0 && play.seat === 0 && play.sends !== null;
  const spots = watching ? [] : shownSpots(play, own.circle);
  const split = own.narrow && isSplit(handsAt(play));
  const laidOut = blocks(spots).map(laid);
  const plans = split && laidOut.length === 1 ? laidOut.map(withoutCircle) : laidOut;
  const sets = arranging(play);
  const beside = isBeside(play, own, plans, spots) && !sets;
  const room = own.narrow ? (beside ? ROOM_BESIDE : ROOM_NARROW) : ROOM;
  const peek = (looking: boolean) => (coverable(play) ? () => play.look(looking) : nothing);
  const hands = html`<div class="own-hands" @pointerdown=${peek(true)} @pointerup=${peek(false)} @pointerleave=${peek(false)} @pointercancel=${peek(false)}>${sets ? html`<hw-arrange .play=${play}></hw-arrange>` : handsOf(play, own, room)}</div>`;
  const me = play.viewer === 0 ? null : seated(play, play.viewer);
  return html`<section class=${classMap({ own: true, spotted: spots.length > 0, sets, handless: handless(play.layout) })} aria-label=${t("felt.own")}>
    ${me === null ? nothing : html`<div class="own-bet">${sets ? ownHeap(play, me.chipped) : ownBet(play, me.chipped)}${behind(play, me.behind)}</div>`}
    ${beside ? html`<div class="own-row">${circles(play, plans[0]?.mains ?? [])}${hands}</div>` : hands}
    ${sets ? nothing : base(play, own, spots, plans, me)}
  </section>`;
}

/** Below the hands: spots, the name plate, and what covered cards are looked at with. */
function base(play: Play, own: Own, spots: readonly Shown[], plans: readonly Laid[], me: Seated | null): TemplateResult {
  const plain = play.layout?.scene !== "ring" && (me?.pucks.length ?? 0) === 0;
  const beside = isBeside(play, own, plans, spots);
  return html`<div class="own-base">
      ${own.circle === 0 ? nothing : circleHead(play, own)}
      ${spots.length === 0 ? nothing : html`<div class="spots" role="group" aria-label=${t("felt.spots")}>${plans.map((plan) => spotsView(play, plan, own.narrow, beside, plans.length > 1))}</div>`}
      ${me === null || plain ? nothing : html`<div class="own-plate">${plate(play, me, true)}${ownSaid(play, me)}</div>`}
      ${coverable(play) ? lookButton(play) : nothing}
    </div>`;
}

/** On a phone the required circle lies beside the hand, unless several hands need all the width. */
function isBeside(play: Play, own: Own, plans: readonly Laid[], spots: readonly Shown[]): boolean {
  const hands = handsAt(play);
  const pieces = hands.reduce((sum, one) => sum + one.pieces.length, 0);
  const wide = isSplit(hands) || hands.length > 2 || (hands.length === 2 && pieces > BESIDE);
  const [plan] = plans;
  return own.narrow && !wide && plans.length === 1 && plan?.kind === "circles" && plan.mains.length < 2 && spots.length > 0;
}

/** True if these are several hands, not the parts of one. */
function isSplit(hands: readonly Pile[]): boolean {
  return hands.length > 1 && new Set(hands.map((one) => one.zone)).size === 1;
}

/** On a phone the one circle of a split hand gives its room to the hands: each shows its own chips. */
function withoutCircle(plan: Laid): Laid {
  return plan.kind === "circles" && plan.mains.length === 1 ? { ...plan, mains: [] } : plan;
}

/** The own hands that are drawn piece by piece. */
function handsAt(play: Play): Pile[] {
  const { layout, viewer } = play;
  return viewer === 0 ? [] : pilesOf(play.drawn, viewer).filter((one) => zoneOf(layout, one.zone)?.counted !== true);
}

function ownSaid(play: Play, me: Seated): TemplateResult | typeof nothing {
  if (me.status === "") return nothing;
  return html`<span class=${play.drawn?.bank?.seat === me.seat ? "said bank" : "said"}>${me.status}</span>`;
}

function arranging(play: Play): boolean {
  return play.arrangement !== null && !play.stepping && play.sends !== null;
}

/** The hands that lie there, or the places that are kept for them. */
function handsOf(play: Play, own: Own, room: number): TemplateResult[] {
  const { layout, viewer } = play;
  const found = handsAt(play);
  const zones = layout?.zones.filter((one) => one.at === "seat" && one.slots > 0) ?? [];
  const first = zones[0];
  if (found.length === 0) {
    if (first === undefined || viewer === 0) return [];
    return [handView(play, own, { zone: first.name, seat: viewer, pieces: [], hand: 0, up: [], turn: false, total: "", marks: [], lit: [], lost: false, count: 0 }, room, 1, new Map(), false)];
  }
  const named = new Set(found.map((one) => one.zone)).size > 1;
  const picks = pickable(play, found);
  // Parts of one hand share the width by their pieces, hands that were split equally.
  const units = (pile: Pile): number => (named ? 1 + STEP * (Math.max(pile.pieces.length, 1) - 1) : 1);
  const all = found.reduce((sum, pile) => sum + units(pile), 0);
  const longest = Math.max(COLUMN, ...found.map((pile) => pile.pieces.length));
  return found.map((pile, i) => handView(play, own, pile, (room * units(pile) * found.length) / all, found.length, picks[i] ?? new Map(), named, longest));
}

function handView(play: Play, own: Own, pile: Pile, room: number, many: number, picks: ReadonlyMap<number, number>, named: boolean, longest = COLUMN): TemplateResult {
  const kind = kindOf(play.layout, pile.zone);
  const zone = zoneOf(play.layout, pile.zone);
  const apart = kind === "tiles" || kind === "dice";
  const slots = zone?.slots ?? 1;
  const each = room / many - 14;
  const whole = (WIDE[kind] ?? 85) * (own.narrow ? 0.79 : 1) * (many > 3 ? 0.8 : 1);
  // Hands that were split are drawn smaller before their cards hide each other's index.
  const wide = named || many < 3 ? whole : Math.min(whole, Math.max(each / (1 + SEEN * (longest - 1)), whole * 0.6));
  const step = apart ? wide + 8 : wide * STEP;
  // Alone, a hand grows to the right; beside others it has a column of its own, so that none moves.
  const columns = many > 1 || room === ROOM_BESIDE ? Math.max(slots, COLUMN) : slots;
  const wanted = Math.min(wide + step * ((apart ? slots : columns) - 1), Math.max(each, wide));
  const least = wide * (1 + (apart ? 1 : SEEN) * (pile.pieces.length - 1));
  // From the middle of its row it has half of what is left; where that is too little, it takes all.
  const toEnd = (each + wanted) / 2;
  const across = many === 1 && least > toEnd ? each : wanted;
  return pileView(pile, {
    kind, wide, step, across, slots: many > 1 ? 1 : slots,
    room: many > 1 ? Math.min(each, across) : (each + across) / 2,
    covered: settings().covered && !play.looking,
    called: zone?.words ?? "", named, picks, picked: play.draft.picked, pick: (at) => play.touchPiece(at),
    beside: handChips(play, pile, own.narrow && many > 1 && !named),
  });
}

/** The chips of a split hand lie with the hand, and what came of them, too.  `first`: so do those of
 * the hand that was split, where its circle is the only one. */
function handChips(play: Play, pile: Pile, first: boolean): TemplateResult | typeof nothing {
  if (pile.hand === 0 && !first) return nothing;
  const found: TemplateResult[] = [];
  for (const plan of play.layout?.spots ?? []) {
    const alone = pile.hand === 0 && plan.rank === "main" && printedHands(play.layout, plan) === 1;
    if (pile.hand < printedHands(play.layout, plan) && !alone) continue;
    const lying = play.drawn?.chips.filter((one) => one.seat === play.viewer && one.spot === plan.name && one.hand === pile.hand && one.owner !== "dealer") ?? [];
    const cents = lying.reduce((sum, one) => sum + one.cents, 0);
    const lammers = lying.reduce((sum, one) => sum + one.lammers, 0);
    if (cents > 0 || lammers > 0) {
      const drawn = cents > 0 ? stack(cents, valuesOf(play), lammers) : lammer(lammers);
      found.push(html`<span class="hand-chips">${drawn}${cents > 0 ? html`<b>${money(cents)}</b>` : nothing}</span>`);
    }
    const came = resultOf(play.drawn, play.viewer, plan.name, pile.hand);
    if (came !== null) found.push(net(came.net));
  }
  return found.length === 0 ? nothing : html`${found}`;
}

function valuesOf(play: Play): readonly number[] {
  return play.layout === null ? [] : chipsOf(play.layout);
}

/** The pieces of each pile that may be picked: each once, copies in their order. */
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
  if (cents > 0) return chips(cents, 0, valuesOf(play));
  return me.net === null || printed.size > 0 ? nothing : net(me.net);
}

/** While a hand is set, there is no room for spots: all one's chips on one heap, as at other seats. */
function ownHeap(play: Play, chipped: readonly Chips[]): TemplateResult | typeof nothing {
  const { cents, lammers, sides } = heap(play.layout, chipped);
  return cents === 0 ? nothing : chips(cents, lammers, valuesOf(play), sides === 0 ? "" : count("felt.side-bets", sides));
}

function spotsView(play: Play, plan: Laid, narrow: boolean, beside: boolean, several: boolean): TemplateResult {
  const box = (one: Shown): TemplateResult => spotView(play, one, "box");
  if (plan.kind === "boxes") {
    const rows = narrow ? [plan.rows.flat()] : plan.rows;
    return html`<div class="spots-boxes">
      <div class="spots-row large">${plan.mains.map((one) => spotView(play, one, "large"))}</div>
      ${rows.map((row) => html`<div class=${row.length > 9 ? "spots-row four" : "spots-row"}>${row.map(box)}</div>`)}
    </div>`;
  }
  if (narrow) {
    const rest = [...plan.left.flat(), ...plan.right.flat()];
    if (several) return html`<div class="spots-grid four">${[...plan.mains, ...rest].map(box)}</div>`;
    const four = rest.length > 9 || rest.length === 4;
    const grid = rest.length === 0 ? nothing : html`<div class=${four ? "spots-grid four" : "spots-grid"}>${rest.map(box)}</div>`;
    return html`${beside ? nothing : circles(play, plan.mains)}${grid}`;
  }
  const side = (rows: Shown[][], which: string): TemplateResult =>
    html`<div class="spots-side ${which}">${rows.map((row) => html`<div class="spots-row">${row.map(box)}</div>`)}</div>`;
  return html`<div class="spots-circles">
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

/** True if the viewer has pieces that no other viewer sees, and keeps them covered. */
function coverable(play: Play): boolean {
  return settings().covered && pilesOf(play.drawn, play.viewer).some((one) => one.up.includes(false) && play.viewer !== 0);
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
