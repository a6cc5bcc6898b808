/** Pieces that lie together: side by side or one over the other, with what they make under them. */
import { type TemplateResult, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import type { Pile } from "../contract.js";
import { unbroken } from "../kit/printed.js";
import { t } from "../kit/texts.js";
import { COVERED, piece, ratio, spoken } from "../pieces/piece.js";

/** The drawing of a pile; lengths in felt units. */
export interface Lies {
  readonly kind: string;
  /** The width of one piece. */
  readonly wide: number;
  /** The distance from one piece to the next, to the right. */
  readonly step: number;
  /** The width that it takes beside other piles, whatever its pieces; default: that of its pieces. */
  readonly across?: number;
  /** The greatest width of the pile; beyond it the pieces are pushed together. */
  readonly room: number;
  /** So many places are kept free. */
  readonly slots: number;
  /** True if the pieces that only this viewer sees are drawn as backs. */
  readonly covered?: boolean;
  /** The spoken name, said before the pieces. */
  readonly called?: string;
  /** True if the name is printed, too. */
  readonly named?: boolean;
  /** Pieces that may be picked: place in the pile -> place in the action, and which are picked. */
  readonly picks?: ReadonlyMap<number, number>;
  readonly picked?: readonly number[];
  readonly pick?: (at: number) => void;
  /** True if the name of the hand is shown elsewhere. */
  readonly untagged?: boolean;
  /** True if there is room for the first words only. */
  readonly brief?: boolean;
  /** Beside the tag: the chips of this hand alone. */
  readonly beside?: TemplateResult | typeof nothing;
}

/** The distance between the pieces of a pile, so that they keep within their room. */
export function spread(n: number, lies: Pick<Lies, "wide" | "step" | "room">): number {
  return n < 2 ? lies.step : Math.min(lies.step, Math.max((lies.room - lies.wide) / (n - 1), lies.wide * 0.2));
}

/** A pile with its tag. */
export function pileView(pile: Pile, lies: Lies): TemplateResult {
  const n = pile.pieces.length;
  const places = Math.max(lies.slots, 1);
  const step = spread(Math.max(n, places), lies);
  const kept = lies.wide + step * (places - 1);
  const width = lies.across ?? Math.max(kept, n > places ? lies.wide + step * (n - 1) : 0);
  const uneven = pile.up.includes(true) && pile.up.includes(false);
  return html`<div
    class=${classMap({ pile: true, lost: pile.lost, "has-turn": pile.turn })}
    data-zone=${pile.zone}
    data-hand=${pile.hand}
    .style=${`--wide:${lies.wide};--high:${(lies.wide / ratio(lies.kind)).toFixed(2)};--step:${step.toFixed(2)};--across:${width.toFixed(2)};--last:${(lies.wide + step * (Math.max(n, 1) - 1)).toFixed(2)}`}
  >
    ${lies.named === true ? html`<span class="pile-name print">${lies.called}</span>` : nothing}
    <div class="pile-pieces" role="group" aria-label=${lies.called ?? pile.zone}>
      ${places > n ? kepts(n, places, step < lies.wide) : nothing}
      ${pile.pieces.map((notation, i) => slot(pile, lies, notation, i, uneven))}
    </div>
    ${lies.untagged === true ? nothing : tag(pile, lies)}
  </div>`;
}

/** Faint outlines where pieces will lie; one for all where they will overlap. */
function kepts(from: number, to: number, overlap: boolean): TemplateResult | TemplateResult[] {
  if (overlap) return html`<span class="slot vacant whole" .style=${`--i:${from};--rest:${to - from - 1}`}></span>`;
  return Array.from({ length: to - from }, (_, i) => html`<span class="slot vacant" .style=${`--i:${from + i}`}></span>`);
}

function slot(pile: Pile, lies: Lies, notation: string, i: number, uneven: boolean): TemplateResult {
  const up = pile.up[i] ?? true;
  const shown = lies.covered === true && !up ? COVERED : notation;
  const at = lies.picks?.get(i);
  const picked = at !== undefined && (lies.picked?.includes(at) ?? false);
  const classes = classMap({
    slot: true,
    pickable: at !== undefined,
    picked,
    down: uneven && !up && notation !== COVERED,
    unlit: pile.lit.length > 0 && pile.lit[i] === false,
    lit: pile.lit.length > 0 && pile.lit[i] === true && pile.lit.includes(false),
  });
  const place = `--i:${i}`;
  const drawn = piece(shown, lies.kind);
  if (at === undefined) return html`<span class=${classes} .style=${place} data-piece=${shown}>${drawn}</span>`;
  return html`<span class=${classes} .style=${place} data-piece=${shown}>
    <span class="slot-drawn" aria-hidden="true">${drawn}</span>
    <button
      class="slot-pick"
      data-enter="main"
      aria-pressed=${picked ? "true" : "false"}
      aria-label=${spoken(shown, lies.kind)}
      @click=${() => lies.pick?.(at)}
    ></button>
  </span>`;
}

/** Return the name of a hand without its tie-breakers: "pair of jacks, five kicker" -> "pair of jacks". */
export function brief(total: string): string {
  return total.split(",")[0] ?? "";
}

function tag(pile: Pile, lies: Lies): TemplateResult | typeof nothing {
  const beside = lies.beside ?? nothing;
  const hidden = lies.covered === true && pile.up.includes(false);
  const total = hidden ? "" : lies.brief === true ? brief(pile.total) : pile.total;
  if (total === "" && pile.marks.length === 0 && beside === nothing) return nothing;
  return html`<div class=${classMap({ "pile-tag": true, turn: pile.turn, lost: pile.lost })} title=${total === pile.total ? nothing : pile.total}>
    ${total === "" ? nothing : html`<b>${unbroken(total)}</b>`} ${pile.marks.map((mark) => html` <small>${mark}</small>`)} ${beside}
  </div>`;
}

/** Pieces of which only the number matters: a back and how many. */
export function counted(words: string, n: number, kind: string): TemplateResult {
  return html`<div class="counted" title=${t("felt.counted", { words, n })}>
    <span class="counted-back">${piece(COVERED, kind)}</span>
    <span class="print">${words} <b>${n}</b></span>
  </div>`;
}
