/** The middle of the table: the dealer's and common pieces, dice, pots, the bank, what was discarded. */
import { type TemplateResult, html, nothing } from "lit";
import type { Pile, PotView, Zone } from "../contract.js";
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { stack } from "../pieces/chip.js";
import { back } from "../pieces/card.js";
import { chipsOf } from "../play/denominations.js";
import type { Play } from "../play/store.js";
import { initial, isSeen, kindOf } from "./model.js";
import { counted, pileView } from "./pile.js";
import { nameOf } from "./seat.js";
import { isPrinted } from "./spots.js";

const WIDE: Readonly<Record<string, number>> = { cards: 78, tiles: 44, dice: 50 };

/** So far apart pieces lie. */
const APART = 6;

function empty(zone: Zone): Pile {
  return { zone: zone.name, seat: 0, pieces: [], hand: 0, up: [], turn: false, total: "", marks: [], lit: [], lost: false, count: 0 };
}

/** The zones of the middle, each with its pieces or with the places kept for them. */
export function zones(play: Play, narrow: boolean): TemplateResult {
  const { layout, drawn: view } = play;
  const middle = layout?.zones.filter((one) => one.at !== "seat" && !one.counted) ?? [];
  const lying = (zone: Zone): Pile[] => view?.piles.filter((one) => one.zone === zone.name && one.seat === 0 && isSeen(one)) ?? [];
  const shown = middle.filter((zone) => lying(zone).length > 0 || (zone.slots > 0 && !replaced(middle, zone, lying)));
  const many = shown.length;
  const ring = layout?.scene === "ring";
  // A hand grows to the right: up to the next one, which is so far away, or alone to the edge of a phone.
  const between = narrow ? 14 : 34;
  const half = narrow ? (ring ? 150 : 172) : Infinity;
  return html`<div class="zones">
    ${shown.map((zone) => {
      const kind = kindOf(layout, zone.name);
      const found = lying(zone);
      const room = (narrow ? (ring ? 262 : 320) : 520) / Math.max(many, 1);
      const usual = (WIDE[kind] ?? 78) * (narrow ? 0.72 : 1) * (many > 2 || (many > 1 && ring) ? 0.8 : 1);
      const wide = Math.min(usual, (room - APART * (zone.slots - 1)) / Math.max(zone.slots, 1));
      const across = wide + (wide + APART) * (Math.max(zone.slots, 1) - 1);
      const grows = many > 1 ? Math.min(room, across + between - APART) : Math.min(Math.max(room * 0.85, across), across / 2 + half);
      return (found.length > 0 ? found : [empty(zone)]).map((pile) =>
        pileView(pile, {
          kind, wide, across, room: grows, slots: zone.slots, step: wide + APART,
          called: zone.words, named: many > 1,
        }),
      );
    })}
  </div>`;
}

/** A hand that is dealt whole and then set in parts lies in one of them only. */
function replaced(middle: readonly Zone[], zone: Zone, lying: (zone: Zone) => Pile[]): boolean {
  const parts = middle.filter((one) => one !== zone && one.name.startsWith(`${zone.name} `));
  const whole = middle.find((one) => one !== zone && zone.name.startsWith(`${one.name} `));
  if (parts.length > 0) return parts.some((one) => lying(one).length > 0);
  return whole !== undefined && whole.slots >= zone.slots && middle.every((one) => !one.name.startsWith(`${whole.name} `) || lying(one).length === 0);
}

/** Zones of which only the number of pieces matters: in a line under what is printed. */
export function heaps(play: Play): TemplateResult | typeof nothing {
  const { layout, drawn: view } = play;
  const found = layout?.zones.filter((one) => one.at !== "seat" && one.counted) ?? [];
  const many = found
    .map((zone) => ({ zone, n: view?.piles.filter((one) => one.zone === zone.name).reduce((sum, one) => sum + one.count, 0) ?? 0 }))
    .filter(({ n }) => n > 0);
  if (many.length === 0) return nothing;
  return html`<div class="heaps">${many.map(({ zone, n }) => counted(zone.words, n, kindOf(layout, zone.name)))}</div>`;
}

/** The shoe at the dealer's hand, with what is posted of its decks. */
export function shoe(play: Play): TemplateResult | typeof nothing {
  const { layout } = play;
  if (layout === null || kindOf(layout, "") !== "cards" || layout.scene !== "arc") return nothing;
  const decks = layout.signage.find((one) => one.key === "decks");
  return html`<div class="shoe" aria-hidden="true">
    <span class="shoe-cards">${back("")}${back("")}${back("")}</span>
    ${decks === undefined ? nothing : html`<span>${decks.value}</span>`}
  </div>`;
}

/** Pots, one pill each: sum, name, and who plays for it. */
export function pots(play: Play): TemplateResult | typeof nothing {
  const all = play.drawn?.pots ?? [];
  if (play.layout?.spots.some(isPrinted) !== false && all.length === 0) return nothing;
  return html`<ul class="pots">${all.map((one) => pot(play, one))}</ul>`;
}

function pot(play: Play, one: PotView): TemplateResult {
  const won = one.won.length > 0;
  const seats = won ? one.won : one.seats;
  const names = seats.map((seat) => nameOf(play, seat)).join(", ");
  const label = t(won ? "felt.pot.won" : "felt.pot.for", { name: one.name, cents: money(one.cents), seats: names });
  return html`<li class=${won ? "pot won" : "pot"} aria-label=${label} title=${one.words || label}>
    <span class="pot-chips">${stack(one.cents, play.layout === null ? [] : chipsOf(play.layout))}</span>
    <span class="pot-words"><b>${money(one.cents)}</b><small>${one.name}</small></span>
    <span class="pot-seats">
      ${seats.map((seat) => html`<i class=${seat === play.viewer ? "mine" : ""}>${initial(nameOf(play, seat))}</i>`)}
    </span>
  </li>`;
}

/** A player's bank: who holds it, and how much of it is in play. */
export function bank(play: Play): TemplateResult | typeof nothing {
  const found = play.drawn?.bank ?? null;
  const banked = play.layout?.pucks.some((one) => one.name === "bank") ?? false;
  if (found === null || found.put_up <= 0) return banked ? html`<div class="bank none"></div>` : nothing;
  const share = Math.max(0, Math.min(1, found.used / found.put_up));
  const words = t("felt.bank.used", { used: money(found.used), put: money(found.put_up) });
  return html`<div class="bank">
    <span>${found.seat === play.viewer ? t("felt.bank.own") : t("felt.bank", { name: nameOf(play, found.seat) })}</span>
    <span class="bank-used" role="img" aria-label=${words} .style=${`--share:${share.toFixed(4)}`}></span>
    <b>${words}</b>
  </div>`;
}
