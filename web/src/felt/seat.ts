/** Another seat: cards and total, name and chips, one heap with its sum, and what it did last. */
import { type TemplateResult, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Chips, Pile } from "../contract.js";
import { money } from "../kit/money.js";
import { unbroken } from "../kit/printed.js";
import { count, t } from "../kit/texts.js";
import { puck } from "../pieces/puck.js";
import { chipsOf } from "../play/denominations.js";
import type { Play } from "../play/store.js";
import { heap, initial, kindOf, type Seated, zoneOf } from "./model.js";
import { chips, net } from "./money.js";
import { brief, pileView } from "./pile.js";
import type { Place } from "./scene.js";

/** The drawing of other seats' pieces, in felt units. */
const WIDE: Readonly<Record<string, number>> = { cards: 44, tiles: 27, dice: 30 };

/** Handlers for touches on a seat. */
export interface Touches {
  readonly sit: (seat: number) => void;
  readonly circle: (seat: number) => void;
  /** The circle whose spots are being looked at. */
  readonly looked: number;
}

/** The scale of other seats' pieces, and the greatest width of all of a seat's. */
export interface Size {
  readonly scale: number;
  readonly room: number;
  /** True if the parts of a hand lie one under the other: there is no room beside each other. */
  readonly stacked?: boolean;
}
export const USUAL: Size = { scale: 1, room: 160 };

export function seatView(play: Play, one: Seated, at: Place | null, touches: Touches, size: Size = USUAL): TemplateResult {
  const place = at === null ? "" : `--x:${at.x.toFixed(2)};--y:${at.y.toFixed(2)};--bx:${at.betX.toFixed(2)};--by:${at.betY.toFixed(2)}`;
  if (one.free && one.piles.length === 0 && one.behind.length === 0 && !circleOpen(play, one.seat)) {
    return html`<div class="seat free at-${at?.side ?? "strip"}" data-seat=${one.seat} .style=${place}>
      <button class=${play.chair === one.seat ? "sit chosen" : "sit"} type="button" aria-pressed=${play.chair === one.seat ? "true" : "false"} aria-label=${t("felt.sit.says", { seat: one.seat })} @click=${() => touches.sit(one.seat)}>
        ${t("felt.seat", { seat: one.seat })} <b>${t("felt.sit")}</b>
      </button>
    </div>`;
  }
  const status = one.away ? t("felt.away") : one.status;
  return html`<div
    class=${classMap({ seat: true, [`at-${at?.side ?? "strip"}`]: true, folded: one.folded || one.away, asked: one.turn })}
    role="group"
    aria-label=${one.free ? t("felt.seat", { seat: one.seat }) : one.name}
    data-seat=${one.seat}
    .style=${place}
  >
    <div class="seat-block">
      ${piles(play, one, size)}
      ${plate(play, one)}
      <div class="seat-said">${said(play, one, status)}${circleButton(play, one, touches)}</div>
    </div>
    <div class="seat-bet">${bet(play, one)}${behind(play, one.behind)}</div>
  </div>`;
}

const GAP = 5;
/** So many hands of another have room for a tag each. */
const TAGGED = 2;

/** Its pieces, smaller the more there are; what the parts of one hand make is said on one tag. */
function piles(play: Play, one: Seated, size: Size): TemplateResult {
  const kinds = one.piles.map((pile) => kindOf(play.layout, pile.zone));
  const apart = (kind: string): number => (kind === "cards" ? 0.62 : 1.12);
  const each = one.piles.map((pile, i) => 1 + apart(kinds[i] ?? "") * (Math.max(pile.pieces.length, 1) - 1));
  const parts = new Set(one.piles.map((pile) => pile.zone)).size > 1;
  // Hands without room for a tag each share one tag; in a strip that begins at two hands.
  const together = parts || one.piles.length > (size.stacked === true ? 1 : TAGGED);
  const stacked = parts && size.stacked === true && kinds.every((kind) => kind === "cards");
  const units = stacked ? Math.max(...each) : each.reduce((sum, some) => sum + some, 0);
  const room = stacked ? size.room : size.room - GAP * (one.piles.length - 1);
  return html`<div class=${stacked ? "seat-piles stacked" : "seat-piles"}>
      ${one.piles.map((pile, i) => {
        const kind = kinds[i] ?? "cards";
        const wide = Math.min((WIDE[kind] ?? 44) * size.scale, Math.max(room / units, 24 * size.scale));
        const n = Math.max(pile.pieces.length, 1);
        return pileView(pile, {
          kind, wide, slots: 1, step: wide * apart(kind), called: zoneOf(play.layout, pile.zone)?.words ?? "",
          room: Math.max((room * (1 + apart(kind) * (n - 1))) / units, wide * 1.4), untagged: together, brief: true,
        });
      })}
    </div>
    ${together ? tagOf(one.piles) : nothing}`;
}

function tagOf(all: readonly Pile[]): TemplateResult | typeof nothing {
  const totals = all.map((pile) => pile.total).filter((total) => total !== "");
  if (totals.length === 0) return nothing;
  return html`<div class="seat-tag" title=${totals.join(" / ")}>${totals.map((total) => unbroken(brief(total))).join(" / ")}</div>`;
}

/** The name plate with its pucks; a ring in the turn colour when it is asked. */
export function plate(_play: Play, one: Seated, you = false): TemplateResult {
  const name = you ? t("felt.you") : one.name;
  return html`<div class=${classMap({ plate: true, you, turn: one.turn })}>
    <span class="plate-mark" aria-hidden="true">${initial(one.free ? String(one.seat) : name)}</span>
    <span class="plate-words">
      <span class="plate-name">${one.free ? t("felt.seat", { seat: one.seat }) : name}</span>
      <span class="plate-chips">${one.free ? t("felt.free") : money(one.chips)}</span>
    </span>
    ${one.pucks.map((each) => html`<span class="plate-puck">${puck(each.name, puckWords(_play, each.name, each.words))}</span>`)}
  </div>`;
}

function puckWords(play: Play, name: string, words: string): string {
  const known = play.layout?.pucks.find((one) => one.name === name)?.words ?? "";
  return words.length > 1 && known !== "" ? `${known}, ${words}` : known || words;
}

/** Its part in the round, or what it did last; its part is brass when it holds the bank. */
function said(play: Play, one: Seated, status: string): TemplateResult | typeof nothing {
  const bank = play.drawn?.bank?.seat === one.seat && status !== "";
  const did = one.did !== "" && one.did !== status ? one.did : bank ? "" : status;
  const words = [bank ? status : "", did, drewWords(play, one)].filter((each) => each !== "").join(" · ");
  return words === "" ? nothing : html`<span class=${bank ? "said bank" : "said"}>${words}</span>`;
}

/** The number of cards it drew, where its hand no longer shows it. */
function drewWords(play: Play, one: Seated): string {
  const drew = play.draws.get(one.seat) ?? "";
  return one.folded || one.piles.some((pile) => pile.marks.includes(drew)) ? "" : drew;
}

function bet(play: Play, one: Seated): TemplateResult | typeof nothing {
  const { cents, lammers, sides } = heap(play.layout, one.chipped);
  if (cents === 0 && lammers === 0) return one.net === null ? nothing : net(one.net);
  const note = sides === 0 ? "" : count("felt.side-bets", sides);
  return chips(cents, lammers, play.layout === null ? [] : chipsOf(play.layout), note);
}

/** The bettors behind this circle, with their amounts. */
export function behind(play: Play, all: readonly Chips[]): TemplateResult | typeof nothing {
  const by = new Map<number, number>();
  for (const one of all) by.set(one.seat, (by.get(one.seat) ?? 0) + one.cents);
  if (by.size === 0) return nothing;
  return html`<span class="behind">
    ${[...by].map(([seat, cents]) => html`<span>${t("felt.behind", { name: nameOf(play, seat), cents: money(cents) })}</span>`)}
  </span>`;
}

/** Return the name of a seat's player as shown here. */
export function nameOf(play: Play, seat: number): string {
  if (seat === play.viewer) return t("felt.you");
  const name = play.drawn?.seats.find((one) => one.seat === seat)?.name ?? play.table?.chairs?.find((one) => one.seat === seat)?.name;
  return name ?? t("felt.seat", { seat });
}

function circleOpen(play: Play, seat: number): boolean {
  return play.place?.spots.some((one) => one.circle === seat) ?? false;
}

/** Chips may be put into this circle: its spots are shown instead of one's own.  Not over the pieces of
 * the last round. */
function circleButton(play: Play, one: Seated, touches: Touches): TemplateResult | typeof nothing {
  if (!circleOpen(play, one.seat) || (play.before !== null && one.piles.length > 0)) return nothing;
  let cents = 0;
  for (const spot of play.place?.spots ?? []) if (spot.circle === one.seat) cents += play.draft.chips.get(spot.name) ?? 0;
  const on = touches.looked === one.seat;
  return html`<button
    class=${classMap({ "circle-button": true, on })}
    type="button"
    aria-pressed=${on ? "true" : "false"}
    aria-label=${t("felt.behind.says", { name: nameOf(play, one.seat) })}
    @click=${() => touches.circle(on ? 0 : one.seat)}
  >
    ${cents > 0 ? money(cents) : t("felt.behind.here")}
  </button>`;
}
