/** The felt: one scene for every game, drawn from layout, view and what is being prepared. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { Piece } from "../kit/element.js";
import { shortcuts } from "../kit/keys.js";
import { onSettings, still } from "../kit/settings.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { feltKeys, rove } from "./keys.js";
import { meters } from "./meters.js";
import { bank, heaps, pots, shoe, zones } from "./middle.js";
import { around, handless, seated, seatsShown } from "./model.js";
import { move } from "./motion.js";
import { ownPlace } from "./own.js";
import { arc, ring, type Place } from "./scene.js";
import { seatView, type Size, type Touches, USUAL } from "./seat.js";
import { isPrinted } from "./spots.js";
import { told } from "./told.js";
import "./texts.js";

/** Under this width there is no room for places beside the middle; nor where letters are so large, or
 * the window so low, that what is printed could not be read (large.css). */
const NARROW = 640;
const LARGE = matchMedia("(max-width: 40em), (max-height: 34em) and (max-width: 62em)");
/** More others than this do not fit round an oval on a phone. */
const MOST_ROUND = 5;

/** So many letters of mottoes stand in one line. */
const ARC_LINE = 52;
const RING_LINE = 44;
/** So many lines have room; all mottoes are posted, too. */
const ARC_LINES = 3;
const RING_LINES = 2;
/** Names with more letters than this are printed smaller. */
const LONG_NAME = 20;

/** Mottoes in lines that are not too long. */
function lines(mottoes: readonly string[], most: number, rows: number): string[][] {
  const found: string[][] = [];
  let left = 0;
  for (const one of mottoes) {
    if (one.length > left || found.length === 0) {
      found.push([]);
      left = most;
    }
    found.at(-1)?.push(one);
    left -= one.length + 3;
  }
  return found.slice(0, rows);
}

/** Fires `sit` with the seat when a free chair is touched. */
export class Felt extends Piece {
  static override properties = { play: { attribute: false }, narrow: { state: true }, circle: { state: true } };
  declare play: Play;
  declare private narrow: boolean;
  /** The circle of another seat whose spots are shown instead of one's own. */
  declare private circle: number;
  private rules = "";
  private fresh = true;
  private said = "";
  private unsubscribe: () => void = () => undefined;

  constructor() {
    super();
    this.narrow = false;
    this.circle = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const sizes = new ResizeObserver(() => (this.narrow = this.clientWidth < NARROW || LARGE.matches));
    sizes.observe(this);
    const release = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "v") this.play.look(false);
    };
    document.addEventListener("keyup", release);
    this.ends(
      () => sizes.disconnect(),
      () => document.removeEventListener("keyup", release),
      () => this.unsubscribe(),
      onSettings(() => this.requestUpdate()),
      shortcuts(...feltKeys(this, () => this.play)),
    );
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("play")) {
      this.unsubscribe();
      this.unsubscribe = this.play.subscribe(() => this.requestUpdate());
      this.fresh = true;
    }
    const rules = `${this.play.layout?.game ?? ""} ${this.play.layout?.rules ?? ""}`;
    if (rules !== this.rules) {
      this.rules = rules;
      this.fresh = true;
    }
    if (this.circle !== 0 && !(this.play.place?.spots.some((one) => one.circle === this.circle) ?? false)) this.circle = 0;
    const says = told(this.play);
    if (says !== "") this.said = says;
  }

  override updated(): void {
    move(this, this.fresh || still());
    this.fresh = this.play.drawn === null;
    rove(this);
  }

  override render(): TemplateResult | typeof nothing {
    const { layout } = this.play;
    if (layout === null) return nothing;
    const round = layout.scene === "ring";
    const others = around(seatsShown(this.play).filter((seat) => seat !== this.play.viewer), this.play.viewer, layout.direction);
    const strip = this.narrow && (!round || others.length > MOST_ROUND || layout.spots.some(isPrinted));
    const places = strip ? [] : round ? ring(others.length, this.narrow, this.play.viewer !== 0) : arc(others.length, handless(layout), this.play.viewer !== 0);
    const cloth = /^[a-z]+$/.test(layout.look.cloth) ? layout.look.cloth : "forest";
    const classes = classMap({
      felt: true, [`cloth-${cloth}`]: true, "felt-ring": round, "felt-arc": !round, flat: handless(layout), narrow: this.narrow, lined: strip, crowd: strip && others.length > MOST_ROUND + 1, [`kind-${layout.kind || "cards"}`]: true,
      placing: this.play.place !== null && this.play.ready,
    });
    return html`<div class=${classes} role="region" aria-label=${t("felt.table", { name: layout.name })} @pointerdown=${this.touched}>
      <div class="cloth"></div>
      ${meters(this.play)} ${this.narrow ? nothing : shoe(this.play)}
      ${strip ? this.strip(others) : this.seats(others, places)}
      <div class="middle">
        ${round ? pots(this.play) : nothing} ${zones(this.play, this.narrow)}
        <div class="printed">
          <p class=${layout.name.length > LONG_NAME ? "printed-name print long" : "printed-name print"}>${layout.name}</p>
          ${lines(layout.look.mottoes, round ? RING_LINE : ARC_LINE, round ? RING_LINES : ARC_LINES).map((line) => html`<p class="printed-mottoes print">${line.map((one) => html`<span>${one}</span>`)}</p>`)}
          ${bank(this.play)} ${this.narrow ? nothing : heaps(this.play)}
        </div>
      </div>
      ${ownPlace(this.play, { circle: this.circle, narrow: this.narrow, leave: () => (this.circle = 0) })}
      <p class="spoken" role="status">${this.said}</p>
    </div>`;
  }

  /** A touch anywhere jumps to the end of what is being shown, or clears away the last round. */
  private readonly touched = (): void => {
    if (this.play.stepping) this.play.skips();
    else this.play.sweep();
  };

  private readonly touches = (): Touches => ({
    sit: (seat) => this.dispatchEvent(new CustomEvent("sit", { detail: seat, bubbles: true })),
    circle: (seat) => (this.circle = seat),
    looked: this.circle,
  });

  private seats(others: readonly number[], places: readonly Place[], size: Size = this.narrow ? { scale: 0.62, room: 84 } : USUAL): TemplateResult[] {
    return others.map((seat, i) => seatView(this.play, seated(this.play, seat), places[i] ?? null, this.touches(), size));
  }

  /** On a phone, the others as small hands in one line, or in two. */
  private strip(others: readonly number[]): TemplateResult | typeof nothing {
    if (others.length === 0) return nothing;
    const across = others.length > MOST_ROUND + 1 ? Math.ceil(others.length / 2) : others.length;
    const size = { scale: across < others.length ? 0.5 : 0.55, room: 344 / across - 6, stacked: true };
    return html`<div class="seats-strip" .style=${`--across:${across}`}>${this.seats(others, [], size)}</div>`;
  }
}
customElements.define("hw-felt", Felt);
